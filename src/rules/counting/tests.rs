// Rows follow.

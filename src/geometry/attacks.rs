//! Where men attack.

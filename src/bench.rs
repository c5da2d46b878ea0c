//! Floor 6: the signature.

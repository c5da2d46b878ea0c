//! Floor 1: everything unsafe.

//! pyffish's functions for the games that Khun plays: signatures and results are those of pyffish 0.0.90.

pub mod module;
mod notation;
mod promoted;
mod rules;
mod setup;
mod validate;

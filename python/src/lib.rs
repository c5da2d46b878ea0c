//! `khun` for Python: the rules and the engine.
//!
//! What each thing does is said once, where its users look: in the docstrings that stand on it here. Its types are in
//! `khun/__init__.pyi`.

mod count;
mod engine;
mod errors;
mod game;
mod limits;
mod line;
mod module;
mod numbers;
mod options;
mod outcome;
mod position;
mod pyffish;
mod search;
mod texts;
mod variants;

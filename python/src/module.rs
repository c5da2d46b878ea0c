//! What the compiled module holds; `khun/__init__.py` hands it on.

#[pyo3::pymodule(name = "_khun")]
mod khun_module {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::count::Count;
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::errors::{Error, FenError, MoveError, PgnError, VariantError};
    #[pymodule_export]
    use crate::game::{Game, read_pgn};
    #[pymodule_export]
    use crate::line::Line;
    #[pymodule_export]
    use crate::outcome::Outcome;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::pyffish::module::pyffish;
    #[pymodule_export]
    use crate::search::{Found, Search};
    #[pymodule_export]
    use crate::variants::{countings, fen_faults, load_variants, start_fen, variants};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

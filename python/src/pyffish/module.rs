//! What `khun.pyffish` holds.

#[pyo3::pymodule(submodule)]
pub mod pyffish {
    #[pymodule_export]
    use crate::pyffish::notation::{get_san, get_san_moves};
    #[pymodule_export]
    use crate::pyffish::rules::{
        captures_to_hand, game_result, get_fen, gives_check, has_insufficient_material, info, is_capture,
        is_immediate_game_end, is_optional_game_end, legal_moves, two_boards, version,
    };
    #[pymodule_export]
    use crate::pyffish::setup::{load_variant_config, set_option};
    #[pymodule_export]
    use crate::pyffish::validate::validate_fen;
}

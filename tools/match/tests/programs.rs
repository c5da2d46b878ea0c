//! Row `tools` of the list of faults: every tool explains itself, and none writes where it was not told.

#[path = "../../programs.rs"]
mod programs;

#[test]
fn every_tool_explains_itself_and_writes_only_where_told() {
    programs::check(&[
        ("arbiter", env!("CARGO_BIN_EXE_arbiter")),
        ("arena", env!("CARGO_BIN_EXE_arena")),
        ("conversion", env!("CARGO_BIN_EXE_conversion")),
        ("doubling", env!("CARGO_BIN_EXE_doubling")),
        ("fastchess-ob", env!("CARGO_BIN_EXE_fastchess-ob")),
        ("ladder", env!("CARGO_BIN_EXE_ladder")),
        ("perft-diff", env!("CARGO_BIN_EXE_perft-diff")),
        ("positions", env!("CARGO_BIN_EXE_positions")),
        ("spsa", env!("CARGO_BIN_EXE_spsa")),
    ]);
}

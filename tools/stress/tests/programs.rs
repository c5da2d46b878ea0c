//! Row `tools` of the list of faults: every tool explains itself, and none writes where it was not told.

#[path = "../../programs.rs"]
mod programs;

#[test]
fn the_tool_explains_itself_and_writes_only_where_told() {
    programs::check(&[("session-fuzz", env!("CARGO_BIN_EXE_session-fuzz"))]);
}

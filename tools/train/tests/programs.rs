//! Row `tools` of the list of faults: every tool explains itself, and none writes where it was not told.

#[path = "../../programs.rs"]
mod programs;

#[test]
fn every_tool_explains_itself_and_writes_only_where_told() {
    programs::check(&[
        ("data", env!("CARGO_BIN_EXE_data")),
        ("datagen", env!("CARGO_BIN_EXE_datagen")),
        ("endings-report", env!("CARGO_BIN_EXE_endings-report")),
        ("train", env!("CARGO_BIN_EXE_train")),
    ]);
}

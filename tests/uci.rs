//! Scripted sessions with the real binary: every must of the contract with UCI clients, timed where it names a time.

#[path = "uci/client.rs"]
mod client;
#[path = "uci/commands.rs"]
mod commands;
#[path = "uci/faults.rs"]
mod faults;
#[path = "uci/go.rs"]
mod go;
#[path = "uci/mate.rs"]
mod mate;
#[path = "uci/networks.rs"]
mod networks;
#[path = "uci/options.rs"]
mod options;
#[path = "uci/position.rs"]
mod position;
#[path = "uci/threads.rs"]
mod threads;
#[path = "uci/timing.rs"]
mod timing;

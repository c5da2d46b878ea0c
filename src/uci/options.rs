//! The options: one table from which the protocol's list, the README's list, the parser and the setters come.

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use crate::endgame::Tables;
use crate::eval::Networks;
use crate::search::{Settings, Strength};
use crate::uci::files::{self, read_network};
use crate::uci::format::ShowWdl;
use crate::uci::seat::Seat;
use khun_board::rules::{Choice, Reading};
use khun_board::text::quoted;

/// Whether an option took its value; if not, why, one fault a line.
type Applied = Result<(), String>;

/// An option.
pub struct Row {
    /// Its name as clients show it; read in any case.
    pub name: &'static str,
    /// What it does, for people.
    pub what: &'static str,
    kind: Kind,
}

/// An option's type, with its default, its range and what setting it does.
enum Kind {
    Check {
        default: bool,
        set: fn(&mut Seat, bool) -> Applied,
    },
    Spin {
        default: u64,
        range: RangeInclusive<u64>,
        set: fn(&mut Seat, u64) -> Applied,
    },
    /// What stands now is what is listed as the default: after a rules file was loaded, clients ask again.
    Combo {
        now: fn(&Seat) -> String,
        choices: fn(&Seat) -> Vec<String>,
        set: fn(&mut Seat, &str) -> Applied,
    },
    Button {
        press: fn(&mut Seat) -> Applied,
    },
    Text {
        set: fn(&mut Seat, Option<&str>) -> Applied,
    },
}

/// How clients write that a text is empty.
const EMPTY: &str = "<empty>";

/// All options, in the order in which they are listed.
pub const TABLE: [Row; 19] = [
    Row {
        name: "UCI_Variant",
        what: "The game. Setting it sets up its start position at once.",
        kind: Kind::Combo {
            now: |seat| seat.variant().name.clone(),
            choices: |seat| seat.catalogue().names().map(str::to_owned).collect(),
            set: Seat::set_variant,
        },
    },
    Row {
        name: "Counting",
        what: "How the count is read: as the rules file says, or as one of the arbiters and conventions has it.",
        kind: Kind::Combo {
            now: |seat| seat.reading().name().to_owned(),
            choices: |_| Reading::NAMES.iter().map(|(word, _)| (*word).to_owned()).collect(),
            set: |seat, word| {
                seat.set_reading(Reading::from_name(word)?);
                Ok(())
            },
        },
    },
    Row {
        name: "Threads",
        what: "Threads that search at the same time, at most as many as the machine runs at once.",
        kind: Kind::Spin { default: 1, range: 1..=Settings::MAX_THREADS as u64, set: set_threads },
    },
    Row {
        name: "Hash",
        what: "Memory for the table of positions, in MiB.",
        kind: Kind::Spin {
            default: 16,
            range: 1..=1 << 20,
            set: |seat, mib| {
                let mib = usize::try_from(mib).map_err(|error| error.to_string())?;
                seat.engine.set_hash(mib).map_err(|error| format!("{error}; the old table stays"))
            },
        },
    },
    Row {
        name: "Clear Hash",
        what: "Empties the table of positions.",
        kind: Kind::Button {
            press: |seat| {
                seat.engine.clear_hash();
                Ok(())
            },
        },
    },
    Row {
        name: "Ponder",
        what: "Says that the client may let the engine think on the opponent's time (`go ponder`).",
        kind: Kind::Check { default: false, set: |_, _| Ok(()) },
    },
    Row {
        name: "MultiPV",
        what: "How many best lines to show.",
        kind: Kind::Spin {
            default: 1,
            range: 1..=256,
            set: |seat, lines| {
                seat.engine.set_multi_pv(usize::try_from(lines).unwrap_or(1));
                Ok(())
            },
        },
    },
    Row {
        name: "Move Overhead",
        what: "Time that is lost between engine and clock at each move, in milliseconds; raise it on slow networks.",
        kind: Kind::Spin {
            default: 10,
            range: 0..=10_000,
            set: |seat, ms| {
                seat.engine.set_move_overhead(Duration::from_millis(ms));
                Ok(())
            },
        },
    },
    Row {
        name: "UCI_AnalyseMode",
        what: "Says that a position is being analysed: plays at full strength whatever the strength options say.",
        kind: Kind::Check {
            default: false,
            set: |seat, on| {
                seat.preferences.analyse = on;
                seat.apply_strength();
                Ok(())
            },
        },
    },
    Row {
        name: "UCI_ShowWDL",
        what: "Adds the chances of a win, a draw and a loss, in permille, to each score.",
        kind: Kind::Check { default: false, set: show_wdl },
    },
    Row {
        name: "ShowWDL",
        what: "The same, for clients that hide options whose names begin with UCI.",
        kind: Kind::Check { default: false, set: show_wdl },
    },
    Row {
        name: "UCI_LimitStrength",
        what: "Plays at the strength of UCI_Elo.",
        kind: Kind::Check {
            default: false,
            set: |seat, on| {
                seat.preferences.limit_strength = on;
                seat.apply_strength();
                Ok(())
            },
        },
    },
    Row {
        name: "UCI_Elo",
        what: "The strength to play at while UCI_LimitStrength is set.",
        kind: Kind::Spin {
            default: *Strength::ELO.end() as u64,
            range: *Strength::ELO.start() as u64..=*Strength::ELO.end() as u64,
            set: |seat, elo| {
                seat.preferences.elo = u16::try_from(elo).unwrap_or(u16::MAX);
                seat.apply_strength();
                Ok(())
            },
        },
    },
    Row {
        name: "Skill Level",
        what: "The strength to play at, from the weakest level to full strength; UCI_LimitStrength goes before it.",
        kind: Kind::Spin {
            default: *Strength::LEVELS.end() as u64,
            range: *Strength::LEVELS.start() as u64..=*Strength::LEVELS.end() as u64,
            set: |seat, level| {
                seat.preferences.skill = u16::try_from(level).unwrap_or(u16::MAX);
                seat.apply_strength();
                Ok(())
            },
        },
    },
    Row {
        name: "UCI_Opponent",
        what: "Who the opponent is, as clients tell it; it is noted in the debug log and changes no move.",
        kind: Kind::Text { set: |_, _| Ok(()) },
    },
    Row {
        name: "EvalFile",
        what: "A network's file: it takes the place of the built-in one of its games. Empty: the built-in ones again.",
        kind: Kind::Text {
            set: |seat, path| {
                let networks = match path {
                    Some(name) => {
                        let network = read_network(&files::find(name).ok_or_else(|| no_file(name))?)?;
                        seat.engine.settings().networks.with(network)
                    }
                    None => Networks::embedded(),
                };
                seat.engine.set_networks(networks);
                Ok(())
            },
        },
    },
    Row {
        name: "EndgamePath",
        what: "A folder with tables of five-man endings, which `khun endgame build` makes; smaller ones are always there.",
        kind: Kind::Text {
            set: |seat, path| match path {
                Some(name) => seat.open_tables(
                    &files::find_folder(name)
                        .ok_or_else(|| format!("no folder {} here or beside the engine", quoted(name)))?,
                ),
                None => {
                    seat.engine.set_tables(Tables::new());
                    Ok(())
                }
            },
        },
    },
    Row {
        name: "VariantPath",
        what: "A rules file whose variants are added to the built-in ones; send `uci` again to see them listed.",
        kind: Kind::Text {
            set: |seat, path| match path {
                Some(name) => seat.load_variants(Some(&files::find(name).ok_or_else(|| no_file(name))?)),
                None => seat.load_variants(None),
            },
        },
    },
    Row {
        name: "Debug Log File",
        what: "A file to which everything that is said and heard is added.",
        kind: Kind::Text {
            set: |seat, path| {
                let log = path.map(Path::new);
                seat.output.log_to(log).map_err(|error| format!("{}: {error}", quoted(path.unwrap_or_default())))
            },
        },
    },
];

/// Threads beyond what the machine runs at once would only take turns with the others, and with the one that listens: with
/// 1024 on two processors a `stop` was answered after 0.6 s, with two in 6 ms at worst.
fn set_threads(seat: &mut Seat, threads: u64) -> Applied {
    let asked = usize::try_from(threads).unwrap_or(usize::MAX);
    let threads = asked.min(Settings::all_threads());
    seat.engine.set_threads(threads).map_err(|error| error.to_string())?;
    if threads < asked {
        seat.output.line(&format!(
            "info string {asked} threads asked for, {threads} search: the machine runs no more at once"
        ));
    }
    Ok(())
}

fn show_wdl(seat: &mut Seat, on: bool) -> Applied {
    seat.preferences.wdl = if on { ShowWdl::Yes } else { ShowWdl::No };
    Ok(())
}

fn no_file(name: &str) -> String {
    format!("no file {} here or beside the engine", quoted(name))
}

/// Sets an option from a client's text.
///
/// # Errors
///
/// Why nothing (or, of a rules file, not everything) was set, one fault a line.
pub fn set(seat: &mut Seat, name: &str, value: Option<&str>) -> Applied {
    #[cfg(feature = "tuning")]
    if let Some(applied) = crate::uci::tuning::set(name, value) {
        return applied;
    }
    let row = TABLE.iter().find(|row| row.name.eq_ignore_ascii_case(name));
    let row = row.ok_or_else(|| format!("no option {}; 'uci' lists them", quoted(name)))?;
    let fault = |what: String| what.lines().map(|line| format!("option {}: {line}\n", row.name)).collect::<String>();
    row.set(seat, value).map_err(fault)
}

impl Row {
    fn set(&self, seat: &mut Seat, value: Option<&str>) -> Applied {
        let given = || value.ok_or_else(|| "a value must follow".to_owned());
        match &self.kind {
            Kind::Check { set, .. } => match given()? {
                on if on.eq_ignore_ascii_case("true") => set(seat, true),
                off if off.eq_ignore_ascii_case("false") => set(seat, false),
                other => Err(format!("{} is neither true nor false", quoted(other))),
            },
            Kind::Spin { range, set, .. } => {
                let text = given()?;
                let (least, most) = (range.start(), range.end());
                let number = text.parse().ok().filter(|number| range.contains(number));
                set(seat, number.ok_or_else(|| format!("{} is no number from {least} to {most}", quoted(text)))?)
            }
            Kind::Combo { set, .. } => set(seat, given()?),
            Kind::Button { press } => press(seat),
            Kind::Text { set } => set(seat, value.filter(|text| !text.is_empty() && *text != EMPTY)),
        }
    }

    /// The option's line in the answer to `uci`.
    fn advertised(&self, seat: &Seat) -> String {
        let mut line = format!("option name {} type ", self.name);
        let _ = match &self.kind {
            Kind::Check { default, .. } => write!(line, "check default {default}"),
            Kind::Spin { default, range, .. } => {
                write!(line, "spin default {default} min {} max {}", range.start(), range.end())
            }
            Kind::Combo { now, choices, .. } => {
                let vars: String = choices(seat).iter().map(|choice| format!(" var {choice}")).collect();
                write!(line, "combo default {}{vars}", now(seat))
            }
            Kind::Button { .. } => write!(line, "button"),
            Kind::Text { .. } => write!(line, "string default {EMPTY}"),
        };
        line
    }

    /// The option's row in a table for people: name, type with default and range, what it does.
    fn documented(&self, seat: &Seat) -> String {
        let values = match &self.kind {
            Kind::Check { default, .. } => format!("check, {default}"),
            Kind::Spin { default, range, .. } => format!("{default} ({} to {})", range.start(), range.end()),
            Kind::Combo { now, choices, .. } => {
                let now = now(seat);
                let others: Vec<_> = choices(seat).into_iter().filter(|choice| *choice != now).collect();
                format!("`{now}` ({})", others.join(", "))
            }
            Kind::Button { .. } => "button".to_owned(),
            Kind::Text { .. } => "text, empty".to_owned(),
        };
        format!("| {} | {values} | {} |", self.name, self.what)
    }
}

/// The lines of all options in the answer to `uci`.
#[must_use]
pub fn advertised(seat: &Seat) -> Vec<String> {
    let lines = TABLE.iter().map(|row| row.advertised(seat));
    #[cfg(feature = "tuning")]
    let lines = lines.chain(crate::uci::tuning::advertised());
    lines.collect()
}

/// The table as Markdown: what README's section "Options" holds.
#[must_use]
pub fn markdown(seat: &Seat) -> String {
    let rows: Vec<_> = TABLE.iter().map(|row| row.documented(seat)).collect();
    format!("| option | default (range) | what it does |\n|---|---|---|\n{}\n", rows.join("\n"))
}

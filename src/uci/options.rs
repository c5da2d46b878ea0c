//! The options: one table from which the protocol's list, the documentation's, the parser and the setters come.

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use crate::endgame::Endgames;
use crate::eval::Networks;
use crate::search::{Settings, Strength};
use crate::uci::fault::Fault;
use crate::uci::files::{self, read_network};
use crate::uci::format::ShowWdl;
use crate::uci::go::Number;
use crate::uci::state::{Preferences, State};
use khun_board::rules::{Choice, Reading};

/// Whether an option took its value; if not (or, of a rules file, not all of it), everything that was wrong.
type Applied = Result<(), Vec<Fault>>;

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
        set: fn(&mut State, bool) -> Applied,
    },
    Spin {
        default: u64,
        range: RangeInclusive<u64>,
        set: fn(&mut State, u64) -> Applied,
    },
    /// What stands now is what is listed as the default: after a rules file was loaded, clients ask again.
    Combo {
        now: fn(&State) -> String,
        choices: fn(&State) -> Vec<String>,
        set: fn(&mut State, &str) -> Applied,
    },
    Button {
        press: fn(&mut State) -> Applied,
    },
    Text {
        set: fn(&mut State, Option<&str>) -> Applied,
    },
}

/// How clients write that a text is empty.
const EMPTY: &str = "<empty>";

/// All options, in the order in which they are listed.
pub const TABLE: [Row; 22] = [
    Row {
        name: "UCI_Variant",
        what: "The game. Setting it sets up its start position at once.",
        kind: Kind::Combo {
            now: |state| state.variant().name.clone(),
            choices: |state| state.catalogue().names().map(str::to_owned).collect(),
            set: |state, name| Ok(state.set_variant(name)?),
        },
    },
    Row {
        name: "Counting",
        what: "How the count is read: as the rules file says, or as one of the arbiters and conventions has it.",
        kind: Kind::Combo {
            now: |state| state.reading().name().to_owned(),
            choices: |_| Reading::NAMES.iter().map(|(word, _)| (*word).to_owned()).collect(),
            set: |state, word| {
                state.set_reading(Reading::from_name(word).map_err(Fault::NoSuchChoice)?);
                Ok(())
            },
        },
    },
    Row {
        name: "Start Count",
        what: "Where players call the count (`Counting` called): the side that is behind starts the count of board's honour, \
               from its next turn on. It holds for the positions that follow in the same game.",
        kind: Kind::Button { press: |state| Ok(state.call_count(true)?) },
    },
    Row {
        name: "Stop Count",
        what: "The side that has started the count of board's honour stops it; it may start another, from one.",
        kind: Kind::Button { press: |state| Ok(state.call_count(false)?) },
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
            set: |state, mib| {
                let mib = usize::try_from(mib).unwrap_or(usize::MAX);
                Ok(state.engine.set_hash(mib).map_err(Fault::Engine)?)
            },
        },
    },
    Row {
        name: "Clear Hash",
        what: "Empties the table of positions.",
        kind: Kind::Button {
            press: |state| {
                state.engine.clear_hash();
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
            set: |state, lines| {
                state.engine.set_multi_pv(usize::try_from(lines).expect("it is in its range"));
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
            set: |state, ms| {
                state.engine.set_move_overhead(Duration::from_millis(ms));
                Ok(())
            },
        },
    },
    Row {
        name: "Contempt",
        what: "What a draw is worth less than half a point to the side that the engine plays, in hundredths of a pawn; \
               nothing in analysis (`go infinite`, UCI_AnalyseMode).",
        kind: Kind::Spin {
            default: Preferences::CONTEMPT.unsigned_abs() as u64,
            range: 0..=100,
            set: |state, centipawns| {
                state.preferences.contempt = i32::try_from(centipawns).expect("it is in its range");
                state.apply_preferences();
                Ok(())
            },
        },
    },
    Row {
        name: "UCI_AnalyseMode",
        what: "Says that a position is being analysed: plays at full strength and without contempt, whatever these options say.",
        kind: Kind::Check {
            default: false,
            set: |state, on| {
                state.preferences.analyse = on;
                state.apply_preferences();
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
            set: |state, on| {
                state.preferences.limit_strength = on;
                state.apply_preferences();
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
            set: |state, elo| {
                state.preferences.elo = u16::try_from(elo).expect("it is in its range");
                state.apply_preferences();
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
            set: |state, level| {
                state.preferences.skill = u16::try_from(level).expect("it is in its range");
                state.apply_preferences();
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
            set: |state, path| {
                let networks = match path {
                    Some(name) => state.engine.settings().networks.with(read_network(&files::find(name)?)?),
                    None => Networks::default(),
                };
                state.engine.set_networks(networks);
                Ok(())
            },
        },
    },
    Row {
        name: "EndgamePath",
        what: "A folder with tables of five-man endings, which `khun endgame build` makes; smaller ones are always there.",
        kind: Kind::Text {
            set: |state, path| match path {
                Some(name) => state.open_tables(&files::find_folder(name)?),
                None => {
                    state.engine.set_endgames(Endgames::new());
                    Ok(())
                }
            },
        },
    },
    Row {
        name: "VariantPath",
        what: "A rules file whose variants are added to the built-in ones; send `uci` again to see them listed.",
        kind: Kind::Text { set: |state, path| state.load_variants(path.map(files::find).transpose()?.as_deref()) },
    },
    Row {
        name: "Debug Log File",
        what: "A file to which everything that is said and heard is added.",
        kind: Kind::Text { set: |state, path| Ok(state.output.log_to(path.map(Path::new))?) },
    },
];

/// Threads beyond what the machine runs at once would only take turns with the others, and with the one that listens: with
/// 1024 on two processors a `stop` was answered after 0.6 s, with two in 6 ms at worst.
fn set_threads(state: &mut State, threads: u64) -> Applied {
    let asked = usize::try_from(threads).unwrap_or(usize::MAX);
    let threads = asked.min(Settings::all_threads());
    state.engine.set_threads(threads).map_err(Fault::Engine)?;
    if threads < asked {
        state.output.line(&format!(
            "info string {asked} threads asked for, {threads} search: the machine runs no more at once"
        ));
    }
    Ok(())
}

/// A number that can be set.
struct InRange {
    value: u64,
    /// It is not the one that was asked for.
    is_moved: bool,
}

/// The number of an option's range that is nearest to a text's.
fn nearest(text: &str, range: &RangeInclusive<u64>) -> Result<InRange, Fault> {
    let (least, most) = (*range.start(), *range.end());
    match Number::parse(text) {
        Some(Number::Finite(number)) => {
            let value = number.clamp(least.into(), most.into()).try_into().expect("both ends of the range fit");
            Ok(InRange { value, is_moved: i128::from(value) != number })
        }
        Some(Number::Infinite) => Ok(InRange { value: most, is_moved: true }),
        None => Err(Fault::NotANumber { text: text.to_owned(), range: range.clone() }),
    }
}

fn show_wdl(state: &mut State, on: bool) -> Applied {
    state.preferences.wdl = if on { ShowWdl::Yes } else { ShowWdl::No };
    Ok(())
}

/// Sets an option from a client's text.
///
/// # Errors
///
/// Why nothing (or, of a rules file, not everything) was set.
pub fn set(state: &mut State, name: &str, value: Option<&str>) -> Applied {
    #[cfg(feature = "tuning")]
    if let Some(applied) = crate::uci::tuning::set(name, value) {
        return Ok(applied?);
    }
    let row = TABLE.iter().find(|row| row.name.eq_ignore_ascii_case(name));
    let row = row.ok_or_else(|| Fault::UnknownOption(name.to_owned()))?;
    let of_option = |fault| Fault::Option { name: row.name, fault: Box::new(fault) };
    row.set(state, value).map_err(|faults| faults.into_iter().map(of_option).collect())
}

impl Row {
    fn set(&self, state: &mut State, value: Option<&str>) -> Applied {
        let given = || value.filter(|text| !text.is_empty()).ok_or(Fault::NoValue);
        match &self.kind {
            Kind::Check { set, .. } => match given()? {
                on if on.eq_ignore_ascii_case("true") => set(state, true),
                off if off.eq_ignore_ascii_case("false") => set(state, false),
                other => Err(Fault::NotABoolean(other.to_owned()).into()),
            },
            Kind::Spin { range, set, .. } => {
                let number = nearest(given()?, range)?;
                if number.is_moved {
                    let (name, number) = (self.name, number.value);
                    state.output.line(&format!("info string option {name}: {number} is the nearest that can be set"));
                }
                set(state, number.value)
            }
            Kind::Combo { set, .. } => set(state, given()?),
            Kind::Button { press } => press(state),
            Kind::Text { set } => set(state, value.filter(|text| !text.is_empty() && *text != EMPTY)),
        }
    }

    /// The option's line in the answer to `uci`.
    fn advertised(&self, state: &State) -> String {
        let mut line = format!("option name {} type ", self.name);
        let _ = match &self.kind {
            Kind::Check { default, .. } => write!(line, "check default {default}"),
            Kind::Spin { default, range, .. } => {
                write!(line, "spin default {default} min {} max {}", range.start(), range.end())
            }
            Kind::Combo { now, choices, .. } => {
                let vars: String = choices(state).iter().map(|choice| format!(" var {choice}")).collect();
                write!(line, "combo default {}{vars}", now(state))
            }
            Kind::Button { .. } => write!(line, "button"),
            Kind::Text { .. } => write!(line, "string default {EMPTY}"),
        };
        line
    }

    /// The option's row in a table for people: name, type with default and range, what it does.
    fn documented(&self, state: &State) -> String {
        let values = match &self.kind {
            Kind::Check { default, .. } => format!("check, {default}"),
            Kind::Spin { default, range, .. } => format!("{default} ({} to {})", range.start(), range.end()),
            Kind::Combo { now, choices, .. } => {
                let now = now(state);
                let others: Vec<_> = choices(state).into_iter().filter(|choice| *choice != now).collect();
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
pub fn advertised(state: &State) -> Vec<String> {
    let lines = TABLE.iter().map(|row| row.advertised(state));
    #[cfg(feature = "tuning")]
    let lines = lines.chain(crate::uci::tuning::advertised());
    lines.collect()
}

/// The table as Markdown: what `docs/options.md` holds.
#[must_use]
pub fn markdown(state: &State) -> String {
    let rows: Vec<_> = TABLE.iter().map(|row| row.documented(state)).collect();
    format!("| option | default (range) | what it does |\n|---|---|---|\n{}\n", rows.join("\n"))
}

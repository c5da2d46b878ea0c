//! The command line of fastchess, as far as OpenBench's worker writes it (`Client/worker.py`, client version 49).

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::adjudication::{DrawRule, ResignRule, Rules};
use crate::pairs::EngineSpec;
use crate::time_control::TimeControl;

/// The option that says which game is played.
const VARIANT: &str = "UCI_Variant";

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Command {
    /// The game, by the engines' option `UCI_Variant`.
    pub variant: String,
    /// Both engines, the game left out of their options.
    pub engines: [EngineSpec; 2],
    /// How late an answer may come.
    pub margin: Duration,
    /// Pairs to play: half of the rounds. The worker asks for as many rounds as its server means games, and sets aside
    /// half as many openings: whoever plays all of them plays half of the pairs again in its next call.
    pub pairs: usize,
    /// Games at a time.
    pub concurrency: usize,
    /// File of openings.
    pub openings: PathBuf,
    /// The first opening to play, from 0.
    pub start: usize,
    /// Seed of the openings' order; `None` for the file's.
    pub seed: Option<u64>,
    /// What ends games early.
    pub adjudication: Rules,
    /// File that games are appended to.
    pub pgn: Option<PathBuf>,
}

/// A flag's words as `key=value`, with `key` alone for a value without one.
type Fields<'a> = Vec<(&'a str, &'a str)>;

impl Command {
    /// Reads the arguments.
    ///
    /// # Errors
    /// When something is missing, cannot be read, or is not known.
    pub fn parse(arguments: &[String]) -> Result<Self> {
        let mut flags: Vec<(&str, Fields<'_>)> = Vec::new();
        for argument in arguments {
            match (argument.strip_prefix('-'), flags.last_mut()) {
                (Some(flag), _) if !flag.contains('=') && !flag.starts_with(|c: char| c.is_ascii_digit()) => {
                    flags.push((flag, Vec::new()));
                }
                (_, Some((_, fields))) => fields.push(argument.split_once('=').unwrap_or((argument, ""))),
                _ => bail!("`{argument}` belongs to no flag"),
            }
        }
        let known = ["engine", "concurrency", "rounds", "games", "openings", "srand", "resign", "draw", "pgnout"];
        // What they ask for is done anyway (recover, repeat), or of no meaning for these games.
        let idle = ["recover", "repeat", "variant", "testEnv", "tb", "tbpieces"];
        for (flag, _) in &flags {
            ensure!(known.contains(flag) || idle.contains(flag), "the flag `-{flag}` is not known");
        }
        let all = |flag: &'static str| flags.iter().filter(move |(name, _)| *name == flag).map(|(_, fields)| fields);
        let number = |flag: &'static str| -> Result<Option<u64>> {
            let word = all(flag).next().and_then(|fields| fields.first()).map(|(word, _)| *word);
            word.map(|word| word.parse().with_context(|| format!("-{flag} {word}"))).transpose()
        };
        ensure!(number("games")?.is_none_or(|games| games == 2), "only pairs are played: -games 2");
        let engines: Vec<Engine> = all("engine").map(|fields| Engine::parse(fields)).collect::<Result<_>>()?;
        let [first, second] = <[Engine; 2]>::try_from(engines).ok().context("two engines are needed")?;
        let variant = first.variant.with_context(|| format!("option.{VARIANT} must say which game is played"))?;
        ensure!(second.variant.as_ref() == Some(&variant), "the engines play different games");
        let openings = all("openings").next().context("-openings is needed")?;
        ensure!(field(openings, "format").is_none_or(|format| format == "epd"), "openings must be EPD");
        let is_random = field(openings, "order") == Some("random");
        Ok(Self {
            variant,
            margin: first.margin.max(second.margin),
            engines: [first.spec, second.spec],
            pairs: usize::try_from(number("rounds")?.unwrap_or(2))?.div_ceil(2),
            concurrency: number("concurrency")?.unwrap_or(1).try_into()?,
            openings: field(openings, "file").context("-openings file=… is needed")?.into(),
            start: value::<usize>(openings, "start")?.unwrap_or(1).saturating_sub(1),
            seed: if is_random { Some(number("srand")?.unwrap_or(0)) } else { None },
            adjudication: Rules {
                draw: all("draw").next().map(|fields| draw_rule(fields)).transpose()?,
                resign: all("resign").next().map(|fields| resign_rule(fields)).transpose()?,
            },
            pgn: all("pgnout").next().and_then(|fields| field(fields, "file")).map(PathBuf::from),
        })
    }
}

fn field<'a>(fields: &Fields<'a>, key: &str) -> Option<&'a str> {
    fields.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
}

fn value<N: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>>(
    fields: &Fields<'_>,
    key: &str,
) -> Result<Option<N>> {
    field(fields, key).map(|text| text.parse().with_context(|| format!("{key}={text}"))).transpose()
}

/// `movecount` counts each side's moves.
fn resign_rule(fields: &Fields<'_>) -> Result<ResignRule> {
    let plies = 2 * value::<usize>(fields, "movecount")?.unwrap_or(1);
    Ok(ResignRule { plies, score: value(fields, "score")?.context("-resign needs score=…")? })
}

fn draw_rule(fields: &Fields<'_>) -> Result<DrawRule> {
    let plies = 2 * value::<usize>(fields, "movecount")?.unwrap_or(1);
    let from_move = value(fields, "movenumber")?.unwrap_or(0);
    Ok(DrawRule { from_move, plies, score: value(fields, "score")?.context("-draw needs score=…")? })
}

struct Engine {
    spec: EngineSpec,
    variant: Option<String>,
    margin: Duration,
}

impl Engine {
    fn parse(fields: &Fields<'_>) -> Result<Self> {
        let program = field(fields, "cmd").context("an engine needs cmd=…")?;
        // As fastchess starts it: the path is seen from the engine's folder.
        let program = match field(fields, "dir") {
            Some(folder) => PathBuf::from(folder).join(program).to_string_lossy().into_owned(),
            None => program.to_owned(),
        };
        let options = fields.iter().filter_map(|(key, value)| Some((key.strip_prefix("option.")?, *value)));
        let (game, options): (Vec<_>, Vec<_>) = options.partition(|(name, _)| *name == VARIANT);
        let options = options.into_iter().map(|(name, value)| (name.to_owned(), unquoted(value).to_owned())).collect();
        let limit = |kind: &str| field(fields, kind).map(|value| format!("{kind}={value}"));
        let control = match (limit("nodes").or_else(|| limit("depth")), field(fields, "st"), field(fields, "tc")) {
            (Some(limit), _, _) => limit.parse()?,
            (None, Some(seconds), _) => TimeControl::MoveTime(Duration::try_from_secs_f64(seconds.parse()?)?),
            (None, None, Some(clock)) => clock.parse()?,
            (None, None, None) => bail!("an engine needs tc=…, st=…, nodes=… or depth=…"),
        };
        let name = field(fields, "name").unwrap_or(&program).to_owned();
        ensure!(
            !name.contains(char::is_whitespace),
            "the name `{name}` has spaces, which results could not be told with"
        );
        Ok(Self {
            spec: EngineSpec { name, command: vec![program], options, control },
            variant: game.first().map(|(_, variant)| (*variant).to_owned()),
            margin: Duration::from_millis(value(fields, "timemargin")?.unwrap_or(0)),
        })
    }
}

fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "-recover -variant standard -testEnv -concurrency 2 -rounds 16 -games 2 -resign movecount=3 \
                        score=400 -draw movenumber=40 movecount=8 score=10 -engine dir=Engines/ cmd=./khun-1 proto=uci \
                        tc=8.00+0.08 timemargin=250 option.Threads=1 option.UCI_Variant=makruk name=khun-1-dev -engine \
                        dir=Engines/ cmd=./khun-2 proto=uci tc=inf nodes=5000 timemargin=250 option.UCI_Variant=makruk \
                        name=khun-2-base -openings file=Books/makruk.epd format=epd order=random start=33 -srand 7 \
                        -pgnout file=PGNs/1.pgn seldepth=true nodes=true match_line=^info";

    fn parse(line: &str) -> Result<Command> {
        Command::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn a_command_of_openbench_is_read() {
        let command = parse(LINE).unwrap();
        assert_eq!((command.variant.as_str(), command.pairs, command.concurrency), ("makruk", 8, 2));
        assert_eq!((command.start, command.seed), (32, Some(7)));
        let [first, second] = &command.engines;
        assert_eq!(first.command, ["Engines/./khun-1"]);
        assert_eq!(first.options, [("Threads".to_owned(), "1".to_owned())]);
        assert_eq!((first.control.to_string(), second.control.to_string()), ("8+0.08".into(), "nodes=5000".into()));
        let (draw, resign) = (command.adjudication.draw.unwrap(), command.adjudication.resign.unwrap());
        assert_eq!((draw.from_move, draw.plies, draw.score, resign.plies, resign.score), (40, 16, 10, 6, 400));
        assert_eq!(command.pgn, Some(PathBuf::from("PGNs/1.pgn")));
    }

    #[test]
    fn what_cannot_be_played_is_said() {
        for (from, to) in [
            ("option.UCI_Variant=makruk name=khun-2", "name=khun-2"),
            ("UCI_Variant=makruk name=khun-2", "UCI_Variant=racingkings name=khun-2"),
            ("-games 2", "-games 1"),
            ("format=epd", "format=pgn"),
            ("-rounds 16", "-rounds x"),
            ("-testEnv", "-wager 3"),
            ("cmd=./khun-1", "proto=uci"),
            ("tc=8.00+0.08", ""),
        ] {
            assert!(LINE.contains(from), "{from}");
            assert!(parse(&LINE.replace(from, to)).is_err(), "{to}");
        }
    }
}

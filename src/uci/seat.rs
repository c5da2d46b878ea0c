//! Where the engine sits: the game before it, the rules it is played by, and what the client prefers.

use std::path::Path;
use std::ptr;

use crate::endgame::{EXTENSION, Tables};
use crate::search::{Engine, Limits, Settings, Strength};
use crate::uci::command::{Go, Start};
use crate::uci::files::read_rules;
use crate::uci::format::ShowWdl;
use crate::uci::output::Output;
use khun_board::position::{Game, Move, Position};
use khun_board::rules::{Catalogue, Reading, Rules, intern};
use khun_board::text::quoted;

/// The state of a session: what commands and options change.
pub struct Seat {
    /// The one writer.
    pub output: Output,
    /// The search.
    pub engine: Engine,
    /// What the client prefers.
    pub preferences: Preferences,
    catalogue: Catalogue,
    /// The chosen variant as the catalogue has it; the game's own rules may carry another reading of the count.
    variant: Rules,
    reading: Reading,
    game: Game,
}

/// What clients set that is neither rules nor the search's own.
#[derive(Clone, Debug)]
pub struct Preferences {
    /// Whether scores carry chances.
    pub wdl: ShowWdl,
    /// Whether `elo` holds.
    pub limit_strength: bool,
    /// The strength to play at while `limit_strength` holds.
    pub elo: u16,
    /// The skill to play at; below the top it limits the strength by itself.
    pub skill: u16,
    /// Analysis: always at full strength.
    pub analyse: bool,
}

impl Preferences {
    /// How strongly to play; `None` without limits.
    fn strength(&self) -> Option<Strength> {
        if self.analyse {
            None
        } else if self.limit_strength {
            Some(Strength::from_elo(self.elo))
        } else {
            Strength::from_skill(self.skill)
        }
    }
}

impl Seat {
    /// At the start of the default variant's game.
    ///
    /// # Errors
    ///
    /// When the search cannot have its memory.
    pub fn new(output: Output, settings: Settings) -> Result<Self, String> {
        let catalogue = Catalogue::builtin().clone();
        let variant = catalogue.default_rules();
        let preferences = Preferences {
            wdl: ShowWdl::No,
            limit_strength: false,
            elo: *Strength::ELO.end(),
            skill: *Strength::LEVELS.end(),
            analyse: false,
        };
        let engine = Engine::new(settings).map_err(|error| error.to_string())?;
        let game = Game::new(Position::start(variant));
        Ok(Self { output, engine, preferences, catalogue, variant, reading: Reading::Variant, game })
    }

    /// The game as it stands.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The rule sets that can be set.
    #[must_use]
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The variant in force, as the rules file has it.
    #[must_use]
    pub fn variant(&self) -> Rules {
        self.variant
    }

    /// The reading of the count in force.
    #[must_use]
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// Switches to a variant's start position.
    ///
    /// # Errors
    ///
    /// When there is no such variant.
    pub fn set_variant(&mut self, name: &str) -> Result<(), String> {
        self.variant = self.catalogue.find(name).map_err(|error| error.to_string())?;
        self.enter(Game::new(Position::start(self.rules())));
        self.announce();
        Ok(())
    }

    /// Tells clients that do not know the variant what its board is. UCI2WB asks for it wherever XBoard lacks the
    /// variant; the default one it has.
    fn announce(&self) {
        if ptr::eq(self.variant, self.catalogue.default_rules()) {
            return;
        }
        let start = self.game.start().fen();
        let name = &self.variant.name;
        self.output
            .line(&format!("info string variant {name} files 8 ranks 8 pocket 0 template fairy startpos {start}"));
    }

    /// Chooses a reading of the count; the game goes on under it.
    pub fn set_reading(&mut self, reading: Reading) {
        self.reading = reading;
        let game = under(&self.game, self.rules());
        self.enter(game);
    }

    /// Adds the sections of a rules file to the built-in ones (no path: only the built-in ones). The variant in force
    /// stays if it still exists.
    ///
    /// # Errors
    ///
    /// Every fault of the file, one a line. Its good sections are loaded all the same.
    pub fn load_variants(&mut self, path: Option<&Path>) -> Result<(), String> {
        let (catalogue, faults) = match path {
            Some(path) => read_rules(path)?,
            None => (Catalogue::builtin().clone(), vec![]),
        };
        let variant = catalogue.find(&self.variant.name).unwrap_or(catalogue.default_rules());
        self.catalogue = catalogue;
        if !ptr::eq(variant, self.variant) {
            self.variant = variant;
            self.enter(Game::new(Position::start(self.rules())));
        }
        let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
        if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
    }

    /// Opens the tables of five-man endings in a folder, in place of those that were open.
    ///
    /// # Errors
    ///
    /// Every file that cannot be used, one a line; the good ones are opened all the same. If there are none, the tables
    /// that were open stay.
    pub fn open_tables(&mut self, folder: &Path) -> Result<(), String> {
        let (tables, unusable) = Tables::open(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut faults: Vec<_> = unusable.iter().map(|(path, error)| format!("{}: {error}", path.display())).collect();
        if tables.opened().next().is_some() {
            self.engine.set_tables(tables);
        } else {
            faults.push(format!("{}: no usable .{EXTENSION} file there; the old tables stay", folder.display()));
        }
        if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
    }

    /// The rules that games are played by: the variant's, under the chosen reading.
    fn rules(&self) -> Rules {
        match self.reading {
            Reading::Variant => self.variant,
            reading => intern(self.variant.clone().with_reading(reading)),
        }
    }

    /// Takes up a game. Under other rules nothing that the search remembers holds.
    fn enter(&mut self, game: Game) {
        if !ptr::eq(game.position().rules(), self.game.position().rules()) {
            self.engine.new_game();
        }
        self.game = game;
    }

    /// Sets up a position and plays the moves after it. At a move that cannot be played the position before it stays.
    ///
    /// # Errors
    ///
    /// All faults of the FEN, one a line (and the old position stays), or the move that cannot be played.
    pub fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), String> {
        let rules = self.rules();
        let start = match start {
            Start::Variant => Position::start(rules),
            Start::Fen(fen) => Position::from_fen(rules, fen).map_err(|faults| faults.to_string())?,
        };
        let mut game = Game::new(start);
        let mut refused = Ok(());
        for (index, text) in moves.iter().enumerate() {
            match game.position().parse_uci(text) {
                Ok(mv) => game.push(mv).expect("a text names legal moves only"),
                Err(error) => {
                    refused = Err(format!("move {}: {error}; the position before it stays", index + 1));
                    break;
                }
            }
        }
        self.enter(game);
        refused
    }

    /// The position with colours changed: the men of each side become the other's and the other side is to move.
    pub fn flip(&mut self) {
        self.enter(Game::new(self.game.position().sides_swapped()));
    }

    /// The search's limits for a `go`, and what in it could not be followed.
    #[must_use]
    pub fn limits(&self, go: &Go) -> (Limits, Vec<String>) {
        let mut faults: Vec<_> = go
            .unreadable
            .iter()
            .map(|(field, text)| match text {
                Some(text) => format!("go {field}: {} is not a number", quoted(text)),
                None => format!("go {field}: a number must follow"),
            })
            .collect();
        let search_moves = self.search_moves(go, &mut faults);
        // A limit that was meant and cannot be read must not become a search without end.
        let meant = !go.unreadable.is_empty() && !go.is_limited() && !go.infinite;
        let depth = if meant { Some(1) } else { go.depth.map(|depth| depth.max(1)) };
        let limits = Limits {
            depth,
            nodes: go.nodes,
            soft_nodes: None,
            movetime: go.move_time,
            clock: shared_clock(go.clock),
            increment: go.increment,
            moves_to_go: go.moves_to_go,
            mate: go.mate,
            infinite: go.infinite || !(go.is_limited() || meant),
            ponder: go.ponder,
            search_moves,
        };
        (limits, faults)
    }

    fn search_moves(&self, go: &Go, faults: &mut Vec<String>) -> Vec<Move> {
        let mut moves = Vec::new();
        for text in &go.search_moves {
            match self.game.position().parse_uci(text) {
                Ok(mv) if moves.contains(&mv) => {}
                Ok(mv) => moves.push(mv),
                Err(error) => faults.push(format!("go searchmoves: {error}")),
            }
        }
        moves
    }

    /// Hands the preferences about strength to the search.
    pub fn apply_strength(&mut self) {
        self.engine.set_strength(self.preferences.strength());
    }
}

/// A client that names one side's clock only (fastchess does) means it for both.
fn shared_clock<T: Copy>([white, black]: [Option<T>; 2]) -> [Option<T>; 2] {
    [white.or(black), black.or(white)]
}

/// The same game under rules that differ in nothing but the count.
fn under(game: &Game, rules: Rules) -> Game {
    let Ok(start) = Position::from_fen(rules, &game.start().fen()) else { return Game::new(Position::start(rules)) };
    let mut replayed = Game::new(start);
    for &mv in game.moves() {
        if replayed.push(mv).is_err() {
            break;
        }
    }
    replayed
}

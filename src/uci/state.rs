//! The state of a session: the game, the rules it is played by, and what the client prefers.

use std::path::Path;
use std::ptr;

use crate::endgame::Endgames;
use crate::search::{Engine, Settings, Strength};
use crate::uci::command::Start;
use crate::uci::count_calls::CountCalls;
use crate::uci::fault::Fault;
use crate::uci::files::read_rules;
use crate::uci::format::ShowWdl;
use crate::uci::output::Output;
use khun_board::position::{Game, Position};
use khun_board::rules::{Catalogue, Reading, Rules, intern};

/// What commands and options change.
pub struct State {
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
    calls: CountCalls,
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
    /// What a draw is worth less than half a point to the side that the engine plays, in centipawns.
    pub contempt: i32,
    /// Analysis: always at full strength, and for neither side.
    pub analyse: bool,
}

impl Preferences {
    /// The contempt to play with unless clients set another, in centipawns.
    pub const CONTEMPT: i32 = 8;

    /// How strongly to play; `None` without limits.
    #[must_use]
    pub fn strength(&self) -> Option<Strength> {
        if self.analyse {
            None
        } else if self.limit_strength {
            Some(Strength::from_elo(self.elo))
        } else {
            Strength::from_skill(self.skill)
        }
    }

    /// What a draw is worth less than half a point to the side that the engine plays, in centipawns.
    #[must_use]
    pub const fn contempt(&self) -> i32 {
        if self.analyse { 0 } else { self.contempt }
    }
}

impl Default for Preferences {
    fn default() -> Self {
        let (elo, skill) = (*Strength::ELO.end(), *Strength::LEVELS.end());
        Self { wdl: ShowWdl::No, limit_strength: false, elo, skill, contempt: Self::CONTEMPT, analyse: false }
    }
}

impl State {
    /// At the start of the default variant's game.
    ///
    /// # Errors
    ///
    /// When the search cannot have its memory or its threads.
    pub fn new(output: Output, settings: Settings) -> Result<Self, Fault> {
        Ok(Self::with_engine(output, Engine::new(settings)?))
    }

    /// The same with an engine that is there already.
    #[must_use]
    pub fn with_engine(output: Output, engine: Engine) -> Self {
        let catalogue = Catalogue::builtin().clone();
        let variant = catalogue.default_rules();
        let game = Game::new(Position::start(variant));
        let mut state = Self {
            output,
            engine,
            preferences: Preferences::default(),
            catalogue,
            variant,
            reading: Reading::Variant,
            game,
            calls: CountCalls::default(),
        };
        state.apply_preferences();
        state
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

    /// What a player should know about calling the count before the next move.
    #[must_use]
    pub fn advice(&self) -> Option<String> {
        self.calls.advice(self.game.position())
    }

    /// Another game begins: nothing that belonged to the last one stays.
    pub fn new_game(&mut self) {
        self.engine.new_game();
        self.calls.clear();
    }

    /// A player starts the count of board's honour, or stops it.
    ///
    /// # Errors
    ///
    /// When there is none to start or to stop.
    pub fn call_count(&mut self, starts: bool) -> Result<(), Fault> {
        let by = self.calls.call(&mut self.game, starts).ok_or(Fault::NoCountToCall { starts })?;
        let does = if starts { "starts" } else { "stops" };
        self.output.line(&format!("info string count: {by} {does} the count of board's honour"));
        Ok(())
    }

    /// Switches to a variant's start position.
    ///
    /// # Errors
    ///
    /// When there is no such variant.
    pub fn set_variant(&mut self, name: &str) -> Result<(), Fault> {
        self.variant = self.catalogue.find(name)?;
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
        let game = self.calls.follow(&self.game, under(&self.game, self.rules()));
        self.enter(game);
    }

    /// Adds the sections of a rules file to the built-in ones (no path: only the built-in ones).
    ///
    /// # Errors
    ///
    /// Every fault of the file. Its good sections are loaded all the same.
    pub fn load_variants(&mut self, path: Option<&Path>) -> Result<(), Vec<Fault>> {
        let (catalogue, faults) = match path {
            Some(path) => read_rules(path)?,
            None => (Catalogue::builtin().clone(), vec![]),
        };
        self.set_catalogue(catalogue);
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// Adds the sections of a rules file that the client has sent itself.
    ///
    /// # Errors
    ///
    /// Every fault of the file. Its good sections are loaded all the same.
    pub fn load_sent(&mut self, text: &str) -> Result<(), Vec<Fault>> {
        let (catalogue, faults) = self.catalogue.with_file(text);
        self.set_catalogue(catalogue);
        let faults: Vec<_> = faults.into_iter().map(Fault::SentRules).collect();
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// Changes which variants there are. The one in force stays if it still exists.
    pub fn set_catalogue(&mut self, catalogue: Catalogue) {
        let variant = catalogue.find(&self.variant.name).unwrap_or(catalogue.default_rules());
        self.catalogue = catalogue;
        if !ptr::eq(variant, self.variant) {
            self.variant = variant;
            self.enter(Game::new(Position::start(self.rules())));
        }
    }

    /// Opens the tables of five-man endings in a folder, in place of those that were open.
    ///
    /// # Errors
    ///
    /// Every file that cannot be used; the good ones are opened all the same. If there are none, the tables that were
    /// open stay.
    pub fn open_tables(&mut self, folder: &Path) -> Result<(), Vec<Fault>> {
        let unusable = |(path, fault)| Fault::Endgame { path, fault };
        let (tables, faults) = Endgames::open(folder).map_err(|fault| unusable((folder.to_owned(), fault)))?;
        let mut faults: Vec<_> = faults.into_iter().map(unusable).collect();
        if tables.opened().next().is_some() {
            self.engine.set_endgames(tables);
        } else {
            faults.push(Fault::NoTables(folder.to_owned()));
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
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
    /// All faults of the FEN (and the old position stays), or the move that cannot be played.
    pub fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), Fault> {
        let rules = self.rules();
        let start = match start {
            Start::Variant => Position::start(rules),
            Start::Fen(fen) => Position::from_fen(rules, fen)?,
        };
        let mut game = Game::new(start);
        let refused = moves.iter().zip(1..).find_map(|(text, number)| match game.position().parse_uci(text) {
            Ok(mv) => {
                game.push(mv).expect("a text names legal moves only");
                None
            }
            Err(fault) => Some(Fault::Move { number, fault }),
        });
        let game = self.calls.follow(&self.game, game);
        self.enter(game);
        refused.map_or(Ok(()), Err)
    }

    /// The position with colours changed: the men of each side become the other's and the other side is to move.
    pub fn flip(&mut self) {
        self.enter(Game::new(self.game.position().sides_swapped()));
    }

    /// Hands the preferences about play to the search.
    pub fn apply_preferences(&mut self) {
        self.engine.set_strength(self.preferences.strength());
        self.engine.set_contempt(self.preferences.contempt());
    }
}

/// The same game under rules that differ in nothing but the count: as far as its moves can be played there.
fn under(game: &Game, rules: Rules) -> Game {
    let start =
        Position::from_fen(rules, &game.start().fen()).expect("a count leaves what stands on the board as it is");
    let mut replayed = Game::new(start);
    game.moves().iter().map_while(|&mv| replayed.push(mv).ok()).for_each(drop);
    replayed
}

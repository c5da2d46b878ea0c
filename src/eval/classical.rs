//! The bootstrap evaluation: material and squares kept along the line of play, and a few things that are cheap to count.
//!
//! The figures are starting values in centipawns, ordered by what the games' manuals say and by common sense; networks
//! replace them.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use khun_board::board::{Board, Gait, Kind, Piece};
use khun_board::geometry::{Bitboard, Color, Rank, Square};
use khun_board::position::Position;
use khun_board::rules::{Profile, Rules};

/// A value at the beginning and at the end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Taper {
    early: i32,
    late: i32,
}

const fn taper(early: i32, late: i32) -> Taper {
    Taper { early, late }
}

impl Taper {
    /// Between the two, by the force that is left.
    fn at(self, phase: i32) -> i32 {
        (self.early * phase + self.late * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Add for Taper {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        taper(self.early + other.early, self.late + other.late)
    }
}
impl Neg for Taper {
    type Output = Self;
    fn neg(self) -> Self {
        taper(-self.early, -self.late)
    }
}
impl Sub for Taper {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}
impl Mul<i32> for Taper {
    type Output = Self;
    fn mul(self, times: i32) -> Self {
        taper(self.early * times, self.late * times)
    }
}
impl AddAssign for Taper {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
impl SubAssign for Taper {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// What a part of the evaluation gives each side, for people.
#[derive(Clone, Debug)]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// Centipawns for White and for Black.
    pub sides: [i32; 2],
}

/// The phase when everything is on the board.
const FULL_PHASE: i32 = 24;
/// What each kind adds to the phase, by [`Kind::index`]; all men of a Makruk start add to more than the full phase,
/// so that the first exchange or two does not count yet.
const PHASE: [i32; 6] = [0, 1, 2, 2, 3, 0];

/// What changes with the men only.
#[derive(Clone, Copy, Default)]
struct State {
    men: [Taper; 2],
    phase: i32,
}

impl State {
    fn add(&mut self, tables: &Tables, color: Color, kind: Kind, square: Square) {
        self.men[color.index()] += tables.squares[color.index()][kind.index()][square.index()];
        self.phase += PHASE[kind.index()];
    }

    fn remove(&mut self, tables: &Tables, color: Color, kind: Kind, square: Square) {
        self.men[color.index()] -= tables.squares[color.index()][kind.index()][square.index()];
        self.phase -= PHASE[kind.index()];
    }
}

/// Material and piece-square values of one rule set.
struct Tables {
    squares: [[[Taper; 64]; 6]; 2],
}

impl Tables {
    fn of(rules: Rules) -> Box<Self> {
        let mut tables = Box::new(Self { squares: [[[Taper::default(); 64]; 6]; 2] });
        for color in Color::ALL {
            for kind in Kind::ALL {
                for square in Square::all() {
                    tables.squares[color.index()][kind.index()][square.index()] = match rules.profile {
                        Profile::Mate => material(rules, kind) + mate_square(kind, square.relative_to(color)),
                        Profile::Race => material(rules, kind) + race_square(kind, square),
                    };
                }
            }
        }
        tables
    }
}

/// What a man is worth wherever it stands.
fn material(rules: Rules, kind: Kind) -> Taper {
    match kind {
        Kind::Pawn => taper(75, 115),
        Kind::Met => by_gait(rules.met),
        Kind::Khon => by_gait(rules.khon),
        Kind::Knight => taper(330, 320),
        Kind::Rook => taper(570, 600),
        Kind::King => taper(0, 0),
    }
}

fn by_gait(gait: Gait) -> Taper {
    match gait {
        Gait::Fers => taper(150, 180),
        Gait::Silver => taper(265, 285),
        Gait::Bishop => taper(350, 350),
        Gait::Queen => taper(900, 950),
        Gait::RookKnightFers => taper(980, 1000),
    }
}

/// How central a square is: 0 on the rim to 3 in the middle, of its file and rank the less central.
fn centrality(square: Square) -> i32 {
    let inward = |index: usize| index.min(7 - index) as i32;
    inward(square.file().index()).min(inward(square.rank().index()))
}

/// A square's worth where men go forward to mate; the square as its owner sees it.
fn mate_square(kind: Kind, square: Square) -> Taper {
    let center = centrality(square);
    let file_center = square.file().index().min(7 - square.file().index()) as i32;
    let rank = square.rank().index() as i32;
    match kind {
        // A pawn is worth more the nearer it is to its sixth rank, where it becomes a met.
        Kind::Pawn => taper(4 * (rank - 2), 14 * (rank - 2)) + taper(4 * file_center, 2 * file_center),
        // Slow men belong where they act: near the middle, ahead of the pawns but not beyond the fight.
        Kind::Met => taper(9, 8) * center + taper(5, 2) * rank.min(5),
        Kind::Khon => taper(8, 9) * center + taper(7, 2) * rank.min(4),
        Kind::Knight => taper(12, 12) * center + taper(4, 2) * rank.min(5),
        Kind::Rook => taper(3, 1) * file_center + taper(2, 2) * rank.min(6),
        // The khun stays home until the board is empty, and then goes to the middle.
        Kind::King => taper(-9, 0) * rank + taper(-4, 13) * center,
    }
}

/// A square's worth in a race: both sides run up the board.
fn race_square(kind: Kind, square: Square) -> Taper {
    /// A king's way so far: the last steps are worth most, and decide the game.
    const KING: [i32; 8] = [0, 60, 130, 210, 300, 400, 520, 700];
    let rank = square.rank().index() as i32;
    let center = centrality(square);
    match kind {
        Kind::King => taper(1, 1) * KING[square.rank().index()],
        // Men that stand ahead bar the enemy king's way.
        Kind::Knight => taper(6, 6) * center + taper(8, 8) * rank.min(5),
        Kind::Khon | Kind::Met | Kind::Rook => taper(4, 4) * center + taper(3, 3) * rank,
        Kind::Pawn => taper(0, 0),
    }
}

/// The right to move, for the side that has it: in a race it is half a king's step.
pub(super) fn tempo(position: &Position) -> i32 {
    match position.rules().profile {
        Profile::Mate => 14,
        Profile::Race => 45,
    }
}

/// The evaluation along a line of play.
pub(super) struct Classical {
    tables: Box<Tables>,
    line: Vec<State>,
}

impl Classical {
    pub(super) fn new(position: &Position) -> Self {
        let tables = Tables::of(position.rules());
        let mut state = State::default();
        for color in Color::ALL {
            for kind in Kind::ALL {
                for square in position.board().of(color, kind) {
                    state.add(&tables, color, kind, square);
                }
            }
        }
        let mut line = Vec::with_capacity(256);
        line.push(state);
        Self { tables, line }
    }

    fn state(&self) -> State {
        self.line.last().copied().unwrap_or_default()
    }

    pub(super) fn push(&mut self, before: &Position, after: &Position) {
        let mut state = self.state();
        let (before, after) = (before.board(), after.board());
        for color in Color::ALL {
            if before.color(color) == after.color(color) {
                continue;
            }
            for kind in Kind::ALL {
                let (old, new) = (before.of(color, kind), after.of(color, kind));
                for square in old & !new {
                    state.remove(&self.tables, color, kind, square);
                }
                for square in new & !old {
                    state.add(&self.tables, color, kind, square);
                }
            }
        }
        self.line.push(state);
    }

    pub(super) fn push_null(&mut self) {
        self.line.push(self.state());
    }

    pub(super) fn pop(&mut self) {
        self.line.pop();
    }

    /// White's lead in centipawns.
    pub(super) fn lead(&self, position: &Position) -> i32 {
        let state = self.state();
        let [white, black] = Color::ALL.map(|color| state.men[color.index()] + position_terms(position, color));
        (white - black).at(state.phase.clamp(0, FULL_PHASE))
    }

    pub(super) fn terms(&self, position: &Position) -> Vec<Term> {
        let state = self.state();
        let phase = state.phase.clamp(0, FULL_PHASE);
        let term =
            |name, value: &dyn Fn(Color) -> Taper| Term { name, sides: Color::ALL.map(|color| value(color).at(phase)) };
        match position.rules().profile {
            Profile::Mate => vec![
                term("men and squares", &|color| state.men[color.index()]),
                term("mobility", &|color| mobility(position, color)),
                term("pawns", &|color| pawns(position.board(), color)),
                term("mating net", &|color| mating_net(position.board(), color)),
            ],
            Profile::Race => vec![
                term("men and squares", &|color| state.men[color.index()]),
                term("way to the goal", &|color| way_home(position, color)),
            ],
        }
    }
}

/// Everything that is counted afresh in each position.
fn position_terms(position: &Position, color: Color) -> Taper {
    match position.rules().profile {
        Profile::Mate => {
            mobility(position, color) + pawns(position.board(), color) + mating_net(position.board(), color)
        }
        Profile::Race => way_home(position, color),
    }
}

/// Squares that rooks and knights can go to: they are the men that need room.
fn mobility(position: &Position, color: Color) -> Taper {
    let board = position.board();
    let occupied = board.occupied();
    let barred = board.color(color) | pawn_attacks(board, !color);
    let room = |kind| -> i32 {
        let squares = |square| position.attacks_from(Piece { color, kind }, square, occupied) & !barred;
        board.of(color, kind).map(|square| squares(square).len() as i32).sum()
    };
    taper(3, 4) * room(Kind::Rook) + taper(5, 4) * room(Kind::Knight)
}

fn pawn_attacks(board: &Board, color: Color) -> Bitboard {
    let ahead = board.of(color, Kind::Pawn).ahead(color);
    ahead.east() | ahead.west()
}

/// Pawns guard what stands before them and drive off what is dearer.
fn pawns(board: &Board, color: Color) -> Taper {
    let guarded = pawn_attacks(board, color);
    let slow = board.of(color, Kind::Khon) | board.of(color, Kind::Knight) | board.of(color, Kind::Met);
    let enemies = board.color(!color) & !board.of(!color, Kind::Pawn) & !board.of(!color, Kind::King);
    taper(5, 5) * (guarded & board.of(color, Kind::Pawn)).len() as i32
        + taper(9, 5) * (guarded & slow).len() as i32
        + taper(45, 35) * (guarded & enemies).len() as i32
}

/// Against few men: drive the enemy king to the rim, and bring the own king near.
fn mating_net(board: &Board, color: Color) -> Taper {
    let enemies = board.color(!color).len() as i32;
    if enemies > 3 || board.color(color).len() < 3 {
        return Taper::default();
    }
    let (king, enemy) = (board.king(color), board.king(!color));
    let inward = |index: usize| index.min(7 - index) as i32;
    let to_corner = 6 - inward(enemy.file().index()) - inward(enemy.rank().index());
    let drive = 9 * to_corner + 7 * (7 - i32::from(king.distance(enemy)));
    taper(drive, drive) * (4 - enemies)
}

/// How soon a king can be home if the enemy's men stay where they are: its fewest steps over squares that they do not
/// attack. Kings may not be attacked in a race, so such squares are walls.
fn way_home(position: &Position, color: Color) -> Taper {
    /// Worth of being so many safe steps from home.
    const STEPS: [i32; 8] = [500, 330, 230, 160, 110, 70, 40, 20];
    /// Worth of a king with no safe way at all.
    const NO_WAY: i32 = 0;
    let board = position.board();
    let goal = Bitboard::rank(Rank::ALL[7]);
    let open = !(position.attacked_by(!color) | board.color(color));
    let mut reached = Bitboard::of(board.king(color));
    let mut worth = NO_WAY;
    for steps in STEPS {
        if reached.meets(goal) {
            worth = steps;
            break;
        }
        let row = reached | reached.east() | reached.west();
        let next = reached | ((row | row.north() | row.south()) & open);
        if next == reached {
            break;
        }
        reached = next;
    }
    taper(worth, worth)
}

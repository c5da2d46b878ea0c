//! The retrograde solver, 64 positions at a time.
//!
//! Fix the stronger side's men and its king, and every square of the bare king is one position: a placement is a word of
//! 64 bits. Then
//!
//! * the stronger side to move wins where one of its moves leads to a placement in which the bare king, still on its
//!   square, is lost. A rook never has to look out for the bare king: where that stands on its path, it is in check
//!   with the stronger side to move, which is no position. So moves do not depend on the bare king at all, and one
//!   move is one OR of two words;
//! * the bare king to move is lost where none of its steps leads to a square that is an escape: one that is neither
//!   attacked nor won, or that holds an unprotected man whose capture does not leave a won ending. "Has a step to an
//!   escape" is the escapes, spread one king step in all directions.
//!
//! Step n of the solver finds the placements won in n moves. The placements of the men with the king on each of its 32
//! squares lie side by side in a [`Row`], and all that is done to one is done to the row, in vector code; rows to which no
//! placement leads that was lost only just now are left alone. A four-man ending takes some 10 to 20 ms on one thread, a
//! five-man ending some seconds (`docs/endings.md`).

use crate::endgame::material::{KING_SQUARES, MOST_MEN, Material, MenSquares, king_square};
use crate::endgame::parallel::for_each;
use crate::endgame::setup::{Control, attacks_of, king_reach};
use crate::endgame::table::{Captures, Table};
use arrayvec::ArrayVec;
use khun_board::board::Kind;
use khun_board::geometry::{Bitboard, Square};

/// What one step of the solver found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The distance looked at, in moves of the stronger side.
    pub moves: u8,
    /// Positions with the stronger side to move that are won in so many moves, men of one kind told apart.
    pub won: u64,
}

/// Solves an ending. `captures` holds the endings that the bare king's captures lead to. Endings of three men beside the king are shared
/// among so many threads, or as many as the system gives; the others are too short for that. `progress` hears of every step.
#[must_use]
pub fn solve(material: Material, captures: &Captures, threads: usize, progress: &dyn Fn(Step)) -> Table {
    let threads = if material.size() < 3 { 1 } else { threads };
    let mut solver = Solver::new(material, captures, threads);
    for moves in 1..u8::MAX {
        let won = solver.step(moves);
        progress(Step { moves, won });
        if solver.changed.iter().all(|&changed| changed.is_empty()) && usize::from(moves) + 1 >= solver.last_release {
            break;
        }
    }
    solver.pack(captures)
}

/// One word for each square of the king, the men on their squares.
type Row = [Bitboard; KING_SQUARES];

/// Rows in a block.
const ROWS: usize = 64;

/// The rows of all squares of the last man, the others on theirs. Men of one kind are told apart.
struct Block {
    /// The squares of the other men, first man first.
    others: MenSquares,
    /// Squares that save the bare king which steps there: not attacked and not (yet) won, or a man for the taking.
    escapes: Box<[Row; ROWS]>,
    /// The distances found, bit by bit: plane b has a square where bit b of its distance is set.
    planes: Vec<Box<[Row; ROWS]>>,
    /// For each man, if taking it ever leads to a won ending: by row and king in how many moves; else 0.
    releases: Vec<Option<Box<[[u8; KING_SQUARES]; ROWS]>>>,
    /// By such a distance, the rows where it occurs.
    release_rows: Vec<Bitboard>,
    /// By the last man's square, where the bare king is lost since the last step.
    fresh: Vec<(Square, Row)>,
    /// Positions won by the last step.
    won: u64,
}

struct Solver {
    material: Material,
    threads: usize,
    blocks: Vec<Block>,
    /// Where the bare king, to move, is lost: by the men's squares, the last one's counting fastest.
    lost: Vec<Row>,
    /// For each block the rows that the last step changed.
    changed: Vec<Bitboard>,
    /// Distances of endings after captures are shorter.
    last_release: usize,
}

impl Solver {
    fn new(material: Material, captures: &Captures, threads: usize) -> Self {
        let men = material.size();
        let count = 1 << (6 * (men - 1));
        let mut blocks: Vec<Block> = (0..count).map(|number| Block::new(squares_of(number, men - 1))).collect();
        for_each(threads, blocks.iter_mut(), |block| block.begin(material, captures));
        let last_release = blocks.iter().map(|block| block.release_rows.len()).max().unwrap_or(0);
        let lost = vec![[Bitboard::EMPTY; KING_SQUARES]; count * ROWS];
        let mut new = Self { material, threads, blocks, lost, changed: vec![Bitboard::EMPTY; count], last_release };
        new.take_in();
        new
    }

    /// Finds what is won in `moves` and what is lost by then, and returns how many positions are won.
    fn step(&mut self, moves: u8) -> u64 {
        let (material, lost, changed) = (self.material, &self.lost, &self.changed);
        for_each(self.threads, self.blocks.iter_mut(), |block| {
            let rows = block.affected(material, changed) | block.releasing(moves);
            block.step(material, moves, rows, lost);
        });
        self.take_in();
        self.blocks.iter().map(|block| block.won).sum()
    }

    /// Takes in where the bare king is lost since the last step.
    fn take_in(&mut self) {
        let parts = self.blocks.iter_mut().zip(self.lost.as_chunks_mut::<ROWS>().0).zip(&mut self.changed);
        for_each(self.threads, parts, |((block, lost), changed)| {
            *changed = block.fresh.iter().map(|(last, _)| *last).collect();
            for (last, newly) in block.fresh.drain(..) {
                lost[last.index()].iter_mut().zip(newly).for_each(|(lost, newly)| *lost |= newly);
            }
        });
    }

    /// The table, in which men of one kind are not told apart.
    fn pack(self, captures: &Captures) -> Table {
        let material = self.material;
        let planes = self.blocks.iter().map(|block| block.planes.len()).max().unwrap_or(0).max(1);
        let per_king = material.placements() / KING_SQUARES;
        let mut words = vec![0u64; material.placements() * planes];
        for block in &self.blocks {
            for last in Square::all() {
                let mut men = block.others.clone();
                men.push(last);
                if !material.names_in_order(&men) {
                    continue;
                }
                let offset = material.men_index(&men);
                for (bit, plane) in block.planes.iter().enumerate() {
                    for (king, word) in plane[last.index()].iter().enumerate() {
                        words[(king * per_king + offset) * planes + bit] = word.0;
                    }
                }
            }
        }
        Table::in_memory(material, planes, words.into_boxed_slice(), captures.clone())
    }
}

impl Block {
    fn new(others: MenSquares) -> Self {
        Self {
            others,
            escapes: empty_rows(),
            planes: Vec::new(),
            releases: Vec::new(),
            release_rows: Vec::new(),
            fresh: Vec::new(),
            won: 0,
        }
    }

    /// Before the first step: the escapes, and where the bare king is mated.
    fn begin(&mut self, material: Material, captures: &Captures) {
        self.releases = vec![None; material.size()];
        for last in Square::all() {
            let mut men = self.others.clone();
            men.push(last);
            let after: ArrayVec<_, MOST_MEN> = (0..men.len())
                .map(|man| captures[man].as_deref().map(|table| AfterCapture::new(table, &men, man)))
                .collect();
            let mut mated = [Bitboard::EMPTY; KING_SQUARES];
            for (number, mated) in mated.iter_mut().enumerate() {
                let Some(control) = Control::new(material, king_square(number), &men) else { continue };
                let escapes = control.resting | control.loose;
                self.escapes[last.index()][number] = escapes;
                *mated = control.standing & control.attacked & !king_reach(escapes);
                for (man, after) in after.iter().enumerate().filter(|&(man, _)| control.loose.has(men[man])) {
                    if let Some(moves) = after.as_ref().and_then(|after| after.moves(number, men[man])) {
                        self.release(man, last, number, moves);
                    }
                }
            }
            if mated.iter().any(|&mated| !mated.is_empty()) {
                self.fresh.push((last, mated));
            }
        }
    }

    /// Notes that the capture of a man leaves an ending that is won in `moves`.
    fn release(&mut self, man: usize, last: Square, king: usize, moves: u8) {
        let release = self.releases[man].get_or_insert_with(|| Box::new([[0; KING_SQUARES]; ROWS]));
        release[last.index()][king] = moves;
        let moves = usize::from(moves);
        self.release_rows.resize(self.release_rows.len().max(moves + 1), Bitboard::EMPTY);
        self.release_rows[moves] = self.release_rows[moves].with(last);
    }

    /// The rows from which a move leads to one that the last step changed.
    fn affected(&self, material: Material, changed: &[Bitboard]) -> Bitboard {
        let own = number_of(&self.others);
        let mut rows = changed[own] | changed[number_of(&mirrored(&self.others))].flip_file();
        for (man, kind) in material.kinds().enumerate() {
            match self.others.get(man) {
                Some(&from) => {
                    for to in attacks_of(kind, from, Bitboard::EMPTY) {
                        rows |= changed[with_man(&self.others, man, to)];
                    }
                }
                None => {
                    let leads = |&from: &Square| attacks_of(kind, from, Bitboard::EMPTY).meets(changed[own]);
                    rows |= Square::all().filter(leads).collect();
                }
            }
        }
        rows
    }

    /// Finds what is won in `moves` in these rows, and where the bare king is lost now that it lost these escapes.
    fn step(&mut self, material: Material, moves: u8, rows: Bitboard, lost: &[Row]) {
        self.won = 0;
        while self.planes.len() < (u8::BITS - moves.leading_zeros()) as usize {
            self.planes.push(empty_rows());
        }
        let occupied: Bitboard = self.others.iter().copied().collect();
        let rows = rows & !occupied;
        if rows.is_empty() {
            return;
        }
        let mut reached = [[Bitboard::EMPTY; KING_SQUARES]; ROWS];
        self.pull(material, rows, lost.as_chunks().0, &mut reached);
        for last in rows {
            self.settle(moves, last, occupied.with(last), &mut reached[last.index()]);
        }
    }

    /// What the moves of the stronger side lead to in these rows, and in others perhaps. Where a man would land on
    /// another, no bare king is ever lost.
    fn pull(&self, material: Material, rows: Bitboard, lost: &[[Row; ROWS]], reached: &mut [Row; ROWS]) {
        let own = &lost[number_of(&self.others)];
        let mirrored = &lost[number_of(&mirrored(&self.others))];
        for last in rows {
            reached[last.index()] = pull_king(&own[last.index()], &mirrored[last.flip_file().index()]);
        }
        for (man, kind) in material.kinds().enumerate() {
            match (self.others.get(man), kind) {
                (Some(&from), Kind::Rook) => self.pull_rook(man, from, rows, lost, reached),
                (Some(&from), _) => {
                    for to in attacks_of(kind, from, Bitboard::EMPTY) {
                        let replies = &lost[with_man(&self.others, man, to)];
                        for last in rows {
                            unite(&mut reached[last.index()], &replies[last.index()]);
                        }
                    }
                }
                (None, Kind::Rook) => self.slide_last(own, reached),
                (None, _) => {
                    for last in rows {
                        for to in attacks_of(kind, last, Bitboard::EMPTY) {
                            unite(&mut reached[last.index()], &own[to.index()]);
                        }
                    }
                }
            }
        }
    }

    /// Moves of a rook that is not the last man.
    fn pull_rook(&self, man: usize, from: Square, rows: Bitboard, lost: &[[Row; ROWS]], reached: &mut [Row; ROWS]) {
        let others: Bitboard = self.others.iter().copied().collect();
        for (files, ranks) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            // Rows in which the last man does not stand in the way, and squares of the king that do not.
            let mut open_rows = rows;
            let mut open = [Bitboard::ALL; KING_SQUARES];
            let mut at = from;
            while let Some(to) = at.offset(files, ranks).filter(|&to| !others.has(to)) {
                let replies = &lost[with_man(&self.others, man, to)];
                for last in open_rows {
                    for number in 0..KING_SQUARES {
                        reached[last.index()][number] |= replies[last.index()][number] & open[number];
                    }
                }
                open_rows = open_rows.without(to);
                open.iter_mut().zip(&NOT_KING[to.index()]).for_each(|(open, &blocked)| *open &= blocked);
                at = to;
            }
        }
    }

    /// Moves of the last man, a rook: along each line, what can be reached in a direction is what the square ahead has
    /// and, unless a man or the king stands there, what can be reached from it.
    fn slide_last(&self, own: &[Row; ROWS], reached: &mut [Row; ROWS]) {
        let others: Bitboard = self.others.iter().copied().collect();
        for line in 0..32 {
            let mut ahead = [Bitboard::EMPTY; KING_SQUARES];
            for square in (0..8).map(|nth| line_square(line, nth)) {
                let at = square.index();
                unite(&mut reached[at], &ahead);
                if others.has(square) {
                    ahead = [Bitboard::EMPTY; KING_SQUARES];
                    continue;
                }
                for number in 0..KING_SQUARES {
                    ahead[number] = (ahead[number] | own[at][number]) & NOT_KING[at][number];
                }
            }
        }
    }

    /// Takes in what the moves of one row reach.
    fn settle(&mut self, moves: u8, last: Square, occupied: Bitboard, reached: &mut Row) {
        let released = self.released(last, moves);
        let escapes = &mut self.escapes[last.index()];
        let mut newly = [Bitboard::EMPTY; KING_SQUARES];
        let (mut any_won, mut any_lost) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for number in 0..KING_SQUARES {
            let before = escapes[number];
            let won = reached[number] & before & !occupied;
            let after = before & !(won | released[number]);
            escapes[number] = after;
            reached[number] = won;
            newly[number] = king_reach(before) & !king_reach(after) & !(occupied | NEAR_KING[number]);
            any_won |= won;
            any_lost |= newly[number];
        }
        if !any_won.is_empty() {
            self.won += reached.iter().map(|&won| u64::from(won.len())).sum::<u64>();
            for (_, plane) in self.planes.iter_mut().enumerate().filter(|(bit, _)| moves >> bit & 1 != 0) {
                unite(&mut plane[last.index()], reached);
            }
        }
        if !any_lost.is_empty() {
            self.fresh.push((last, newly));
        }
    }

    /// The men whose capture no longer saves the bare king, since it leads to an ending won in `moves`.
    fn released(&self, last: Square, moves: u8) -> Row {
        let mut released = [Bitboard::EMPTY; KING_SQUARES];
        if !self.releasing(moves).has(last) {
            return released;
        }
        for (man, release) in self.releases.iter().enumerate() {
            let Some(release) = release else { continue };
            let square = self.others.get(man).copied().unwrap_or(last);
            for (released, &after) in released.iter_mut().zip(&release[last.index()]) {
                *released |= if after == moves { Bitboard::of(square) } else { Bitboard::EMPTY };
            }
        }
        released
    }

    /// The rows in which a capture no longer saves the bare king, since it leads to an ending won in `moves`.
    fn releasing(&self, moves: u8) -> Bitboard {
        self.release_rows.get(usize::from(moves)).copied().unwrap_or_default()
    }
}

/// For each square of the king itself and the squares beside it.
static NEAR_KING: [Bitboard; KING_SQUARES] = {
    let mut near = [Bitboard::EMPTY; KING_SQUARES];
    let mut number = 0;
    while number < KING_SQUARES {
        let king = 1u64 << (number / 4 * 8 + number % 4);
        // Files a to d have no neighbours across the board's right side.
        let row = king | king << 1 | if number % 4 == 0 { 0 } else { king >> 1 };
        near[number] = Bitboard(row | row << 8 | row >> 8);
        number += 1;
    }
    near
};

/// Everything but one square of the king, for each of the board's squares: a rook does not pass through its king.
static NOT_KING: [Row; 64] = {
    let mut rows = [[Bitboard::ALL; KING_SQUARES]; 64];
    let mut number = 0;
    while number < KING_SQUARES {
        rows[number / 4 * 8 + number % 4][number] = Bitboard::EMPTY;
        number += 1;
    }
    rows
};

fn empty_rows() -> Box<[Row; ROWS]> {
    let rows = vec![[Bitboard::EMPTY; KING_SQUARES]; ROWS].into_boxed_slice();
    rows.try_into().expect("a vector of as many rows as asked for")
}

/// What the capture of one man leaves, wherever the king stands.
struct AfterCapture<'a> {
    table: &'a Table,
    /// The placement of the men that stay, as [`Material::men_index`] numbers it.
    placement: usize,
}

impl<'a> AfterCapture<'a> {
    fn new(table: &'a Table, men: &MenSquares, man: usize) -> Self {
        let material = table.material();
        let mut squares = men.clone();
        squares.remove(man);
        // The solver tells men of one kind apart, the table has them in ascending order.
        let mut start = 0;
        for (_, count) in material.groups() {
            squares[start..start + count].sort_unstable();
            start += count;
        }
        Self { table, placement: material.men_index(&squares) }
    }

    /// In how many moves it is won, the stronger side to move.
    fn moves(&self, king: usize, bare: Square) -> Option<u8> {
        let per_king = self.table.material().placements() / KING_SQUARES;
        self.table.moves_at(king * per_king + self.placement, bare)
    }
}

/// The squares that the digits of a number name, first man first.
fn squares_of(number: usize, men: usize) -> MenSquares {
    (0..men).map(|man| Square::masked((number >> (6 * (men - 1 - man))) as u32)).collect()
}

/// The number whose digits name the squares.
fn number_of(men: &[Square]) -> usize {
    men.iter().fold(0, |number, square| number << 6 | square.index())
}

/// The number of the same squares, one man standing elsewhere.
fn with_man(men: &[Square], man: usize, to: Square) -> usize {
    let shift = 6 * (men.len() - 1 - man);
    number_of(men) & !(63 << shift) | to.index() << shift
}

/// The squares in the mirror, which shows files e to h as d to a.
fn mirrored(men: &[Square]) -> MenSquares {
    men.iter().map(|square| square.flip_file()).collect()
}

/// The n-th square of a line, walked from its end: files up and down, then ranks right and left.
fn line_square(line: u32, nth: u32) -> Square {
    let (number, along) = (line & 7, if line & 8 == 0 { nth } else { 7 - nth });
    Square::masked(if line < 16 { along << 3 | number } else { number << 3 | along })
}

#[inline]
fn unite(row: &mut Row, other: &Row) {
    row.iter_mut().zip(other).for_each(|(word, &other)| *word |= other);
}

/// What the moves of the king lead to, from a row and the one in the mirror: that is where a step from file d to e leads.
#[inline]
fn pull_king(own: &Row, mirrored: &Row) -> Row {
    const FILES: usize = 4;
    let (own, mirrored) = (own.as_chunks::<FILES>().0, mirrored.as_chunks::<FILES>().0);
    // By rank, with an empty one at each end: what lies beside the king's square, and what lies there or beside.
    let mut beside = [[Bitboard::EMPTY; FILES]; 8];
    let mut wide = [[Bitboard::EMPTY; FILES]; 10];
    for rank in 0..8 {
        let [file_a, file_b, file_c, file_d] = own[rank];
        let file_e = mirrored[rank][FILES - 1].flip_file();
        beside[rank] = [file_b, file_a | file_c, file_b | file_d, file_c | file_e];
        wide[rank + 1] = std::array::from_fn(|file| own[rank][file] | beside[rank][file]);
    }
    let mut reached = [Bitboard::EMPTY; KING_SQUARES];
    for (rank, reached) in reached.as_chunks_mut::<FILES>().0.iter_mut().enumerate() {
        for (file, word) in reached.iter_mut().enumerate() {
            *word = beside[rank][file] | wide[rank][file] | wide[rank + 2][file];
        }
    }
    reached
}

//! The network's hidden layer along one line of play, kept up to date only where somebody asks.
//!
//! A move only notes the board. When a score is wanted, the hidden numbers are made from the nearest board whose numbers
//! are known and seen from the same perspective, by adding and removing the rows of the men in which the two boards differ.
//! That needs no knowledge of moves, so every privilege and promotion is right at once; a king that crosses the middle
//! changes the perspective and starts from the last board that this perspective has seen instead.

use arrayvec::ArrayVec;

use crate::arch::{Lanes, Native};
use crate::eval::features::Perspective;
use crate::eval::kernel;
use crate::eval::network::Network;
use khun_board::board::{Board, Kind, Piece};
use khun_board::geometry::{Color, Square};
use khun_board::position::Position;

/// How many boards back it is still cheaper to come from there than from the perspective's own entry of the refresh cache.
const REACH: usize = 6;

/// The hidden layer of every board from the root to the present one.
#[derive(Clone, Debug)]
pub struct Accumulators<'n> {
    network: &'n Network,
    stack: Vec<Entry>,
    /// Hidden numbers of the stack: entry × side × lines.
    hidden: Vec<Lanes>,
    /// The last board seen in each perspective: side × mirrored or not. Seldom asked, so it lies apart.
    refresh_cache: Box<[[RefreshEntry; 2]; 2]>,
    /// Boards in use on the stack, at least one.
    len: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    board: Board,
    /// Per side, the perspective in which the hidden numbers are known.
    known: [Option<Perspective>; 2],
}

#[derive(Clone, Debug)]
struct RefreshEntry {
    board: Board,
    hidden: Vec<Lanes>,
}

impl<'n> Accumulators<'n> {
    /// Starts a line at a position.
    #[must_use]
    pub fn new(network: &'n Network, position: &Position) -> Self {
        let entry = || RefreshEntry { board: Board::EMPTY, hidden: network.bias().to_vec() };
        let mut new = Self {
            network,
            stack: Vec::new(),
            hidden: Vec::new(),
            refresh_cache: Box::new([[entry(), entry()], [entry(), entry()]]),
            len: 0,
        };
        new.enter(position.board());
        new
    }

    /// A move was made, and this is the position after it.
    #[inline]
    pub fn push(&mut self, after: &Position) {
        self.enter(after.board());
    }

    /// The side to move passed: the board stays.
    #[inline]
    pub fn push_null(&mut self) {
        let board = self.stack[self.len - 1].board;
        self.enter(&board);
    }

    /// The last move, or pass, is taken back. The root stays.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(self.len > 1, "the root was taken back");
        self.len = self.len.max(2) - 1;
    }

    /// The network's opinion of the present position: centipawns from the side to move's view.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let top = self.len - 1;
        let board = position.board();
        debug_assert_eq!(self.stack[top].board, *board, "push and pop were not kept in step");
        self.ensure(top);
        let mover = position.to_move();
        let (own, enemy) = (self.hidden(top, mover), self.hidden(top, !mover));
        self.network.value::<Native>(own, enemy, board.occupied().len(), mover)
    }

    fn enter(&mut self, board: &Board) {
        let entry = Entry { board: *board, known: [None; 2] };
        match self.stack.get_mut(self.len) {
            Some(free) => *free = entry,
            None => {
                self.stack.push(entry);
                let lines = 2 * self.network.architecture().lines();
                self.hidden.resize(self.stack.len() * lines, Lanes::ZERO);
            }
        }
        self.len += 1;
    }

    fn hidden(&self, entry: usize, side: Color) -> &[Lanes] {
        let lines = self.network.architecture().lines();
        &self.hidden[(entry * 2 + side.index()) * lines..][..lines]
    }

    /// Makes the hidden numbers of both sides known at the top of the stack.
    fn ensure(&mut self, top: usize) {
        // Most often both sides come from the same board: what changed since is found once.
        let (mut changes, mut since) = (Changes::default(), None);
        for side in Color::ALL {
            let Entry { board, known } = &self.stack[top];
            if known[side.index()].is_some() {
                continue;
            }
            let perspective = Perspective::of(self.network.architecture().profile, side, board);
            let reach = top.saturating_sub(REACH);
            let near = self.stack[reach..top].iter().rposition(|entry| entry.known[side.index()].is_some());
            match near
                .map(|place| reach + place)
                .filter(|&near| self.stack[near].known[side.index()] == Some(perspective))
            {
                Some(near) => {
                    if since != Some(near) {
                        changes.find(&self.stack[near].board, board);
                        since = Some(near);
                    }
                    self.update_from(near, top, perspective, side, &changes);
                }
                None => self.refresh(top, perspective, side),
            }
            self.stack[top].known[side.index()] = Some(perspective);
        }
    }

    fn update_from(&mut self, near: usize, top: usize, perspective: Perspective, side: Color, changes: &Changes) {
        let lines = self.network.architecture().lines();
        let place = |entry: usize| (entry * 2 + side.index()) * lines;
        let (below, above) = self.hidden.split_at_mut(place(top));
        let (from, into) = (&below[place(near)..][..lines], &mut above[..lines]);
        changes.apply(self.network, perspective, into, from);
    }

    fn refresh(&mut self, top: usize, perspective: Perspective, side: Color) {
        let board = self.stack[top].board;
        let cached = &mut self.refresh_cache[side.index()][usize::from(perspective.is_mirrored())];
        let mut changes = Changes::default();
        changes.find(&cached.board, &board);
        let lines = self.network.architecture().lines();
        let into = &mut self.hidden[(top * 2 + side.index()) * lines..][..lines];
        changes.apply(self.network, perspective, into, &cached.hidden);
        cached.hidden.copy_from_slice(into);
        cached.board = board;
    }
}

/// The men in which two boards differ.
#[derive(Default)]
struct Changes {
    added: ManList,
    removed: ManList,
}

/// No board has more men than squares.
type ManList = ArrayVec<(Square, Piece), 64>;

impl Changes {
    /// Finds them, in place: lists that could hold every man are too long to be handed about at every evaluation.
    #[inline]
    fn find(&mut self, old: &Board, new: &Board) {
        self.added.clear();
        self.removed.clear();
        let white = [old, new].map(|board| board.color(Color::White));
        for kind in Kind::ALL {
            let men = [old, new].map(|board| board.kind(kind));
            let changed_hands = men[0] & men[1] & (white[0] ^ white[1]);
            for square in (men[0] ^ men[1]) | changed_hands {
                let man = |now: usize| {
                    let color = if white[now].has(square) { Color::White } else { Color::Black };
                    men[now].has(square).then_some((square, Piece { color, kind }))
                };
                self.removed.extend(man(0));
                self.added.extend(man(1));
            }
        }
    }

    #[inline]
    fn apply(&self, network: &Network, perspective: Perspective, into: &mut [Lanes], from: &[Lanes]) {
        let inputs = |men: &ManList| -> ArrayVec<u16, 64> {
            men.iter().map(|&(square, piece)| perspective.input(piece, square)).collect()
        };
        kernel::update::<Native>(into, from, network.rows(), &inputs(&self.added), &inputs(&self.removed));
    }
}

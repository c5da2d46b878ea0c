#!/usr/bin/env python3
"""Random games of every variant, judged by Khun and by other arbiters.

The `arbiter` program of the tools crate plays the games and says what Khun makes of each position in them. pyffish
(Fairy-Stockfish's rules) then says the same at some plies of each game: legal moves, FEN, count, outcome. It sets a
whole variant up for each question, which takes a millisecond, so it is not asked at every ply; but since it is given
all moves from the start, a single illegal one among them is refused. python-chess judges Racing Kings at every ply.
Every difference is printed with the line that reproduces it; the exit status is 1 if there was any.

    python3 tools/arbiters/compare.py --arbiter target/release/arbiter
"""

import argparse
import multiprocessing
import random
import subprocess
import sys
import time

import chess
import chess.variant
import pyffish

# How many games of each variant: (from the start position, from a random ending).
GAMES = {
    "makruk": (600, 900),
    "racingkings": (600, 500),
    "makpong": (200, 300),
    "cambodian": (400, 400),
    "asean": (200, 400),
    "ai-wok": (150, 200),
}
# How many of ten Racing Kings games python-chess judges too, which takes it milliseconds a ply.
PYTHON_CHESS_OF_TEN = 3
# Letters that endings are made of, kings aside, and the ranks on which White's pawns may stand.
MEN = {
    "makruk": ("PMMSNR", range(2, 6)),
    "racingkings": ("QBNR", None),
    "makpong": ("PMMSNR", range(2, 6)),
    "cambodian": ("PMMSNR", range(2, 6)),
    "asean": ("PQQBNR", range(2, 8)),
    "ai-wok": ("PASNR", range(2, 6)),
}
LONGEST_GAME = 260
# At how many random plies of a game pyffish is asked, beside the ends.
SAMPLED_PLIES = 1


class Khun:
    """The arbiter program at the other end of a pipe."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1 << 16)

    def play(self, variant, fen, moves):
        """What Khun makes of each position of a game: move, FEN, outcome, count, check, legal moves."""
        self.process.stdin.write(f"{variant}\t{fen}\t{moves}\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline().rstrip("\n")) != "":
            lines.append(line.split("\t"))
        return lines


def unmarked(fen):
    """A FEN without the marks of promoted men, which Khun does not write."""
    return fen.replace("~", "")


def random_ending(variant, rng):
    """Kings and a few men on random squares, as a FEN without a count; `None` where that is no position."""
    letters, pawn_ranks = MEN[variant]
    # The race is over where a king stands on the last rank: few endings should begin there.
    last_rank = 8 if rng.random() < 0.1 or variant != "racingkings" else 7
    squares = {}

    def put(letter, ranks):
        free = [(file, rank) for rank in ranks for file in range(8) if (file, rank) not in squares]
        squares[rng.choice(free)] = letter

    for letter in "Kk":
        put(letter, range(1, last_rank + 1))
    bare = rng.random() < 0.4
    for _ in range(rng.randint(0, 5)):
        letter = rng.choice(letters)
        white = bare or rng.random() < 0.5
        ranks = range(1, 9)
        if letter == "P":
            ranks = pawn_ranks if white else [9 - rank for rank in pawn_ranks]
        put(letter if white else letter.lower(), ranks)
    if rng.random() < 0.5:
        squares = {square: letter.swapcase() for (file, rank), letter in squares.items() for square in [(file, 9 - rank)]}
        if variant == "racingkings" and any(r > last_rank and p in "Kk" for (_, r), p in squares.items()):
            return None
    rows = []
    for rank in range(8, 0, -1):
        row = "".join(squares.get((file, rank), " ") for file in range(8))
        for gap in range(8, 0, -1):
            row = row.replace(" " * gap, str(gap))
        rows.append(row)
    return f"{'/'.join(rows)} {rng.choice('wb')} - - 0 1"


def dead_material(variant, fen):
    """Material with which no mate exists, as enumeration of all positions found it for Makruk's men."""
    men = []
    for rank, row in enumerate(unmarked(fen).split(" ")[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                men.append((letter.lower(), (rank + file) % 2))
                file += 1
    rest = [(letter, colour) for letter, colour in men if letter != "k"]
    letters = [letter for letter, _ in rest]
    if letters in ([], ["n"]) or variant != "asean" and letters == ["p"]:
        return True
    met = "q" if variant == "asean" else "m"
    return set(letters) == {met} and len({colour for _, colour in rest}) == 1


def winner(value, white_to_move):
    """A result from the side to move's view as who won."""
    if value == 0:
        return "draw"
    return "white wins" if (value > 0) == white_to_move else "black wins"


def fairy_says(variant, start, moves, fen, legal):
    """Outcome and reason at the end of a line, `-` for what goes on; the reason `?` where pyffish has none."""
    white = fen.split(" ")[1] == "w"
    if variant == "racingkings":
        ended, value = pyffish.is_immediate_game_end(variant, start, moves)
        if ended:
            return winner(value, white), "race"
    if not legal:
        check = pyffish.gives_check(variant, start, moves)
        return winner(pyffish.game_result(variant, start, moves), white), "checkmate" if check else "stalemate"
    limit, count = fen.split(" ")[3:5]
    if limit.isdigit() and int(limit) and int(count) > int(limit):
        return "draw", "counting"
    ended, value = pyffish.is_optional_game_end(variant, start, moves)
    return (winner(value, white), "?") if ended else ("-", "-")


class Comparison:
    """Games of a variant, and what is wrong with them."""

    def __init__(self, variant, khun, rng):
        self.variant, self.khun, self.rng = variant, khun, rng
        self.faults = []
        self.plies = self.asked = self.judged_twice = 0

    def fault(self, start, moves, what, khun, other):
        self.faults.append(f"{self.variant}: {what}: Khun {khun!r}, other {other!r}\n  {start} moves {' '.join(moves)}")

    def play(self, ending):
        """Plays and compares one game; says whether there was one."""
        start = random_ending(self.variant, self.rng) if ending else pyffish.start_fen(self.variant)
        if start is None:
            return False
        seed, captures = self.rng.getrandbits(63), self.rng.choice([0, 30, 70])
        told = self.khun.play(self.variant, start, f"random {seed} {captures} {LONGEST_GAME}")
        if told[0][0] == "ERROR":
            self.compare_refusal(start, told[0][1])
            return False
        if told[-1][0] == "ERROR":
            self.fault(start, [], "game", told[-1], "a game")
            return True
        self.plies += len(told)
        moves = [line[0] for line in told[1:]]
        for ply in self.plies_to_ask(told):
            before = len(self.faults)
            self.compare_ply(start, moves[:ply], told[ply])
            if len(self.faults) > before:
                break
        if self.variant == "racingkings" and self.rng.randrange(10) < PYTHON_CHESS_OF_TEN:
            self.compare_with_python_chess(start, moves, told)
        return True

    def compare_refusal(self, start, words):
        """A random ending is refused for a king that is attacked, and for nothing else."""
        board, side, *rest = start.split(" ")
        attacked = [side for side in "wb" if pyffish.gives_check(self.variant, " ".join([board, side, *rest]), [])]
        wrong = [other for other in attacked if other != side or self.variant == "racingkings"]
        if not wrong:
            self.fault(start, [], "refusal", words, "a position")

    def plies_to_ask(self, told):
        """The last ply, the first at which Khun ends the game, the one before, and random ones."""
        last = len(told) - 1
        ends = next((ply for ply, line in enumerate(told) if line[2] != "-"), last)
        return sorted({last, ends, max(0, ends - 1), *(self.rng.randint(0, last) for _ in range(SAMPLED_PLIES))})

    def compare_ply(self, start, moves, line):
        _, khun_fen, khun_outcome, khun_count, khun_check, khun_moves = line
        self.asked += 1
        try:
            fen = pyffish.get_fen(self.variant, start, moves)
        except (ValueError, SystemError) as error:
            self.fault(start, moves, "line", "legal", str(error.__cause__ or error))
            return
        legal = sorted(pyffish.legal_moves(self.variant, start, moves))
        if khun_fen != unmarked(fen):
            self.fault(start, moves, "FEN", khun_fen, unmarked(fen))
        if khun_moves.split() != legal:
            self.fault(start, moves, "moves", khun_moves, " ".join(legal))
        if (khun_check == "check") != pyffish.gives_check(self.variant, start, moves):
            self.fault(start, moves, "check", khun_check, fen)
        limit, count = fen.split(" ")[3:5]
        other_count = f"{limit} {count}" if limit.isdigit() and int(limit) else "-"
        if khun_count != other_count:
            self.fault(start, moves, "count", khun_count, other_count)
        self.compare_outcome(start, moves, khun_outcome, fen, fairy_says(self.variant, start, moves, fen, legal))

    def compare_outcome(self, start, moves, khun_outcome, fen, verdict):
        result, reason = verdict
        khun_result, _, khun_reason = khun_outcome.partition(" (")
        khun_reason = khun_reason.rstrip(")")
        dead = dead_material(self.variant, fen)
        if khun_reason == "dead material":
            # pyffish has no such rule: its verdict must be a draw too or none, and the material must be dead.
            if result not in ("-", "draw") or not dead:
                self.fault(start, moves, "dead material", khun_outcome, result)
        elif self.variant == "makruk" and dead and result == "-":
            self.fault(start, moves, "dead material", khun_outcome, "dead")
        elif khun_result != result:
            self.fault(start, moves, "outcome", khun_outcome, f"{result} ({reason})")
        elif reason in ("checkmate", "stalemate", "counting") and khun_reason != reason:
            self.fault(start, moves, "reason", khun_outcome, reason)

    def compare_with_python_chess(self, start, moves, told):
        board = chess.variant.RacingKingsBoard(start)
        for ply, line in enumerate(told):
            if ply:
                board.push_uci(moves[ply - 1])
            self.compare_board(board, start, moves[:ply], line)

    def compare_board(self, board, start, moves, line):
        _, khun_fen, khun_outcome, _, _, khun_moves = line
        self.judged_twice += 1
        legal = sorted(move.uci() for move in board.legal_moves)
        if khun_moves.split() != legal:
            self.fault(start, moves, "moves (python-chess)", khun_moves, " ".join(legal))
        if khun_fen != board.fen():
            self.fault(start, moves, "FEN (python-chess)", khun_fen, board.fen())
        outcome = board.outcome(claim_draw=False)
        drawn = board.is_repetition(3) or board.halfmove_clock >= 100
        if outcome is None:
            result = "draw" if drawn else "-"
        elif outcome.winner is None:
            result = "draw"
        else:
            result = "white wins" if outcome.winner else "black wins"
        if khun_outcome.partition(" (")[0] != result:
            self.fault(start, moves, "outcome (python-chess)", khun_outcome, result)


def run_chunk(task):
    path, variant, ending, games, seed = task
    khun = Khun(path)
    comparison = Comparison(variant, khun, random.Random(seed))
    played = 0
    while played < games:
        played += comparison.play(ending)
    khun.process.stdin.close()
    khun.process.wait()
    return variant, (games, comparison.plies, comparison.asked, comparison.judged_twice), comparison.faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--arbiter", default="target/release/arbiter", help="the arbiter program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0, help="times the usual number of games")
    parser.add_argument("--variant", choices=sorted(GAMES), action="append")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    options = parser.parse_args()

    tasks = []
    for variant in options.variant or GAMES:
        for ending, games in enumerate(GAMES[variant]):
            chunks = [20] * max(1, round(games * options.scale / 20))
            tasks += [(options.arbiter, variant, bool(ending), size, f"{options.seed} {variant} {ending} {number}")
                      for number, size in enumerate(chunks)]
    began = time.monotonic()
    totals, faults = {}, []
    with multiprocessing.Pool(options.jobs) as pool:
        for variant, numbers, found in pool.imap_unordered(run_chunk, tasks):
            totals[variant] = [a + b for a, b in zip(totals.get(variant, [0] * 4), numbers)]
            faults += found
    for variant, (games, plies, asked, judged_twice) in totals.items():
        also = f", python-chess {judged_twice}" if judged_twice else ""
        print(f"{variant:12} {games:5} games {plies:7} positions; pyffish asked at {asked}{also}")
    print(f"{len(faults)} differences, {time.monotonic() - began:.0f} s (seed {options.seed})")
    for fault in faults[:20]:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()

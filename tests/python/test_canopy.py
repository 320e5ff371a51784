"""The package `canopy` over the shared library, used as a program would use it."""

import copy
import os
import pickle
import tempfile
import threading
import time
import unittest

import canopy


class Games(unittest.TestCase):
    def test_every_game_describes_itself(self):
        names = [game.name for game in canopy.games()]
        self.assertIn("othello", names)
        for game in canopy.games():
            self.assertEqual(len(game.players), 2)
            self.assertTrue(game.rules and game.heuristics)
            end = game.position(game.example)
            self.assertEqual(game.position(text=end.text, **words(end.options)), end)

    def test_options_have_types_and_ranges(self):
        size = next(o for o in canopy.game("gomoku").options if o.name == "size")
        self.assertEqual((size.type, size.min, size.max), ("int", 5, 20))
        rules = next(o for o in canopy.game("othello").options if o.name == "rules")
        self.assertIn(rules.default, rules.choices)

    def test_mistakes_are_exceptions_with_the_message_of_the_library(self):
        with self.assertRaisesRegex(canopy.InputError, "unknown game `chess`: expected one of"):
            canopy.game("chess")
        with self.assertRaisesRegex(ValueError, "size=99: expected a whole number from 5 to 20"):
            canopy.position("gomoku", size=99)
        with self.assertRaisesRegex(canopy.InputError, "unknown option `sise`"):
            canopy.position("gomoku", sise=9)
        with self.assertRaises(canopy.InputError):
            canopy.position("tictactoe", text="x.o/.../...  \0")
        for wrong in (None, 7, b"othello", canopy):
            with self.assertRaises(TypeError):
                canopy.game(wrong)

    def test_a_plugin_is_a_game_like_any_other(self):
        plugin = os.environ.get("CANOPY_PLUGIN")
        if not plugin:
            self.skipTest("CANOPY_PLUGIN does not name one")
        hexes = canopy.load(plugin)
        self.assertIs(canopy.game("hex"), hexes)
        self.assertIn(canopy.agent("mcts:iterations=50").best(hexes.position(size=5)),
                      hexes.position(size=5).moves)
        with self.assertRaisesRegex(canopy.InputError, "plugin"):
            canopy.load("/nowhere/there.so")


def words(options):
    return dict(word.split("=") for word in options.split())


class Positions(unittest.TestCase):
    def test_playing(self):
        p = canopy.position("tictactoe")
        self.assertEqual((p.turn, p.player, len(p.moves), p.over), (0, "X", 9, False))
        q = p.after("b2")
        self.assertEqual((len(p.moves), len(q.moves), q.turn), (9, 8, 1))
        p.play("b2 a1 b1 a2 b3")
        self.assertEqual((p.over, p.outcome, p.winner, p.moves),
                         (True, canopy.Outcome.FIRST_WINS, 0, []))
        self.assertIsNone(q.winner)

    def test_an_illegal_move_changes_nothing(self):
        p = canopy.position("othello")
        before = p.text
        for wrong in ("a1", "f5 a1", "z9", "f5\0d6"):
            with self.assertRaises(canopy.InputError):
                p.play(wrong)
            self.assertEqual(p.text, before)
        for wrong in (None, 3, ["f5"]):
            with self.assertRaises(TypeError):
                p.play(wrong)

    def test_known_counts(self):
        self.assertEqual(canopy.position("othello").perft(6), 8200)
        self.assertEqual(canopy.position("connect4").perft(7), 823536)
        self.assertEqual(canopy.position("tictactoe").perft(9), 127872)
        with self.assertRaises(canopy.InputError):
            canopy.position("othello").perft(-1)

    def test_equal_positions_are_equal(self):
        one = canopy.position("othello", "f5d6c3")
        two = canopy.position("othello", text=one.text)
        self.assertEqual(one, two)
        self.assertEqual(hash(one), hash(two))
        self.assertNotEqual(one, canopy.position("othello"))
        self.assertNotEqual(one, "f5d6c3")
        for twin in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
            self.assertEqual(twin, one)
            twin.play(twin.moves[0])
            self.assertNotEqual(twin, one)

    def test_board_and_points(self):
        p = canopy.position("othello", "f5")
        self.assertEqual((p.board.rows, p.board.columns, sum(map(bool, p.board.cells))), (8, 8, 5))
        self.assertEqual(p.board[4, 5], 1)
        with self.assertRaises(IndexError):
            p.board[8, 0]
        self.assertEqual(p.points, 3)
        self.assertIsNone(canopy.position("tictactoe").points)
        self.assertIn("a b c", str(p))
        self.assertIn("othello", repr(p))

    def test_playouts_repeat_by_seed(self):
        p = canopy.position("othello")
        self.assertEqual(p.playout(seed=7), p.playout(seed=7))
        self.assertGreater(len({p.playout(seed).points for seed in range(20)}), 1)
        self.assertFalse(p.over)
        with self.assertRaises(TypeError):
            p.playout("seven")
        with self.assertRaisesRegex(canopy.InputError, "unknown policy"):
            p.playout(policy="clever")

    def test_heuristics_by_name(self):
        p = canopy.position("othello", "f5")
        self.assertEqual(p.evaluate("discs"), -3 if p.turn == 1 else 3)
        with self.assertRaisesRegex(canopy.InputError, "unknown heuristic"):
            p.evaluate("taste")


class Agents(unittest.TestCase):
    def test_search(self):
        result = canopy.agent("pvs:depth=6").search(canopy.position("connect4", "1526"))
        self.assertIn(result.best, canopy.position("connect4").moves)
        self.assertEqual((result.depth, result.line[0]), (6, result.best))
        self.assertEqual(len(result.moves), 7)
        self.assertGreater(result.nodes, 0)

    def test_a_forced_win_is_proven(self):
        result = canopy.agent("pvs:depth=4").search(canopy.position("tictactoe", "b2 a1 b1 a2"))
        self.assertEqual(result.best, "b3")
        self.assertEqual((result.score.kind, result.score.value, result.score.plies),
                         ("outcome", 1, 1))
        self.assertTrue(result.score.proven)
        self.assertEqual(str(result.score), "win in 1")

    def test_lines(self):
        result = canopy.agent("pvs").search(canopy.position("othello", "f5"), depth=4, lines=2)
        self.assertEqual(len(result.lines), 2)
        for line in result.lines:
            self.assertEqual(line.line[0], line.move)
            canopy.position("othello", "f5").play(" ".join(line.line))

    def test_the_game_is_over(self):
        end = canopy.position("tictactoe", "b2 a1 b1 a2 b3")
        result = canopy.agent("pvs:depth=3").search(end)
        self.assertIsNone(result.best)
        self.assertIsNone(result.score)

    def test_mistakes(self):
        with self.assertRaises(canopy.InputError):
            canopy.agent("pvz:depth=3")
        with self.assertRaisesRegex(canopy.InputError, "expected a whole number"):
            canopy.agent("pvs:depth=deep").search(canopy.position("othello"))
        agent = canopy.agent("pvs:depth=2")
        for wrong in (None, "othello", 7, canopy.game("othello")):
            with self.assertRaises(TypeError):
                agent.search(wrong)
        with self.assertRaises(TypeError):
            agent.search(canopy.position("othello"), depth="3")
        with self.assertRaises(canopy.InputError):
            agent.search(canopy.position("othello"), depth=-3)
        with self.assertRaises(TypeError):
            agent.search(canopy.position("othello"), progress=3)
        for wrong in (None, 7, b"pvs"):
            with self.assertRaises(TypeError):
                canopy.agent(wrong)

    def test_progress_comes_once_a_depth_and_may_stop(self):
        seen = []
        canopy.agent("pvs:depth=5").search(canopy.position("othello"), progress=seen.append)
        self.assertEqual(seen[-1].depth, 5)
        few = []
        canopy.agent("pvs").search(canopy.position("othello"), infinite=True,
                                   progress=lambda r: few.append(r) or len(few) < 3)
        self.assertEqual(len(few), 3)

    def test_an_exception_in_progress_stops_and_comes_out(self):
        agent = canopy.agent("pvs")

        def fail(result):
            raise KeyError("mine")

        for _ in range(2):
            with self.assertRaisesRegex(KeyError, "mine"):
                agent.search(canopy.position("othello"), infinite=True, progress=fail)
        self.assertEqual(agent.search(canopy.position("othello"), depth=3).depth, 3)

    def test_a_closed_agent_says_so(self):
        with canopy.agent("pvs:depth=2") as agent:
            agent.search(canopy.position("othello"))
        with self.assertRaisesRegex(canopy.Error, "closed"):
            agent.search(canopy.position("othello"))
        agent.close()

    def test_one_search_at_a_time(self):
        agent = canopy.agent("pvs")
        position = canopy.position("othello")

        def nested(result):
            with self.assertRaisesRegex(canopy.Error, "searching already"):
                agent.search(position, depth=1)
            with self.assertRaisesRegex(canopy.Error, "searching"):
                agent.close()
            return False

        agent.search(position, infinite=True, progress=nested)

    def test_stop_from_another_thread(self):
        agent = canopy.agent("mcts")
        begun = threading.Event()
        found = []

        def work():
            found.append(agent.search(canopy.position("othello"), infinite=True,
                                      progress=lambda r: begun.set()))

        thread = threading.Thread(target=work)
        thread.start()
        begun.wait()
        agent.stop()
        thread.join()
        self.assertIn(found[0].best, canopy.position("othello").moves)
        agent.stop()  # of nothing: the next search is not stopped by it
        self.assertEqual(agent.search(canopy.position("othello"), iterations=500).iterations, 500)

    def test_python_runs_while_a_search_does(self):
        """The interpreter's lock is free: two threads search without end and without a word, and
        this one goes on. Were the lock held, it would never come to the stop."""
        agents = [canopy.agent("pvs"), canopy.agent("mcts")]
        searches = [agent._search_of(canopy.game("othello")) for agent in agents]
        threads = [threading.Thread(target=agent.search, args=(canopy.position("othello"),),
                                    kwargs={"infinite": True}) for agent in agents]
        for thread in threads:
            thread.start()
        while not all(search.running for search in searches):
            time.sleep(0.001)
        self.assertEqual(sum(range(100000)), 4999950000)
        self.assertTrue(all(thread.is_alive() for thread in threads))
        for agent, thread in zip(agents, threads):
            agent.stop()
            thread.join()

    def test_the_position_may_be_played_on_meanwhile(self):
        position = canopy.position("othello")
        agent = canopy.agent("pvs")
        result = agent.search(position, depth=6,
                              progress=lambda r: position.over or position.play(position.moves[0]))
        self.assertIn(result.best, canopy.position("othello").moves)

    def test_kinds(self):
        kinds = {kind.name: kind for kind in canopy.agents()}
        self.assertIn("depth", [option.name for option in kinds["pvs"].options])


def worth(position):
    """The outcome for the side to move if both play their best: every line is played out."""
    if position.over:
        return 0 if position.winner is None else 1 if position.winner == position.turn else -1
    return max(-worth(position.after(move)) for move in position.moves)


class Solving(unittest.TestCase):
    def test_known_outcomes(self):
        self.assertEqual(canopy.solve(canopy.position("tictactoe")).score.value, 0)
        small = canopy.position("connect4", width=4, height=4)
        result = canopy.solve(small, threads=2)
        self.assertTrue(result.score.proven)
        self.assertEqual(result.score.value, 0)

    def test_every_move_is_proven(self):
        result = canopy.solve(canopy.position("tictactoe", "a1 b1"))
        start = canopy.position("tictactoe", "a1 b1")
        values = {info.move: info.score.value for info in result.moves}
        self.assertEqual(values, {move: -worth(start.after(move)) for move in start.moves})
        self.assertEqual(values[result.best], 1)
        self.assertIsNone(canopy.solve(canopy.position("tictactoe", "a1 b1 a2 b2 a3")).best)

    def test_progress_may_end_it(self):
        result = canopy.solve(canopy.position("othello"), progress=lambda r: r.depth < 3)
        self.assertFalse(result.score.proven)
        with self.assertRaises(ZeroDivisionError):
            canopy.solve(canopy.position("othello"), progress=lambda r: 1 / 0)
        with self.assertRaises(TypeError):
            canopy.solve("othello")

    def test_time_ends_it(self):
        result = canopy.solve(canopy.position("othello"), time=0.05)
        self.assertFalse(result.score.proven)


class Records(unittest.TestCase):
    SGF = ("(;FF[4]GM[2]SZ[8]PB[Anna]PW[Otto]DT[2024-05-31];B[fe];W[df];B[cc])"
           "(;FF[4]GM[2]SZ[8];B[dc])")

    def test_games_of_a_text(self):
        first, second = canopy.records("othello", text=self.SGF)
        self.assertEqual(first.moves, ("f5", "d6", "c3"))
        self.assertEqual(first.players, ("Anna", "Otto"))
        self.assertEqual((first.date, first.result), ("2024-05-31", "unfinished"))
        self.assertEqual(second.moves, ("d3",))
        positions = list(first.positions())
        self.assertEqual(positions[0], canopy.position("othello"))
        self.assertEqual(positions[-1], first.end)
        self.assertEqual(first.end, canopy.position("othello", "f5d6c3"))

    def test_options_and_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "games.txt")
            with open(path, "w") as file:
                file.write("# two games\n11223\n4\n")
            games = canopy.records("connect4", path, width=5, height=4)
        self.assertEqual([len(game.moves) for game in games], [5, 1])
        self.assertEqual(games[0].end.options, "width=5 height=4 connect=4")

    def test_mistakes_name_the_place(self):
        with self.assertRaisesRegex(canopy.InputError, "line 2"):
            canopy.records("connect4", text="44\n49\n")
        with self.assertRaises(canopy.InputError):
            canopy.records("connect4", text="44", size=9)
        with self.assertRaises(FileNotFoundError):
            canopy.records("connect4", "no-such-file.sgf")
        with self.assertRaises(TypeError):
            canopy.records("connect4")


class Matches(unittest.TestCase):
    def test_perfect_players_draw(self):
        result = canopy.match("tictactoe", "pvs:depth=9", "pvs:depth=9", games=2, opening=0)
        self.assertEqual((result.wins, result.draws, result.losses), (0, 2, 0))

    def test_the_stronger_wins_and_sides_change(self):
        result = canopy.match("connect4", "pvs:depth=5", "random:seed=1", games=4, opening=1)
        self.assertGreaterEqual(result.score, 0.75)
        self.assertEqual(result.games[0][0], result.games[1][0])
        self.assertEqual(result.wins + result.draws + result.losses, len(result.games))


if __name__ == "__main__":
    unittest.main()

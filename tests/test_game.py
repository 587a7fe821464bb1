"""The flow of a game: history, turns, rolls, undo, draws, faults."""

from __future__ import annotations

import random

import pytest

import amduat
from amduat.bots import BotKind, kinds, make_bot, register
from amduat.bots.simple import GreedyBot, RandomBot
from amduat.game import Game, Turn
from amduat.players import Fault, ask, checked, name_of, play_out
from amduat.record import dumps, loads
from amduat.result import (
    FAULT,
    REPETITION,
    RESIGNATION,
    RULES,
    TURN_LIMIT,
    Result,
    parse_values,
)
from flow import Faulty, finished, played, ramses_cycle
from support import all_actions, all_variants
from support import name_of as variant_name

VARIANTS = all_variants()


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=variant_name)
def test_a_whole_game(game, options):
    """The history, the turns and the positions tell the same story."""
    done = played(game, options)
    assert done.result is not None
    assert done.is_over
    assert done.position.is_over == (done.result.ending == RULES)
    position = done.start
    turns = list(done)
    assert len(turns) == len(done)
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    assert [a for turn in turns for a in turn.actions] == list(done.actions)
    before = None
    for turn in turns:
        assert turn.player != before
        before = turn.player
        for action in turn.actions:
            assert position.turn_owner == turn.player
            position = position.apply(action)
    assert position == done.position


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=variant_name)
def test_undo_and_redo(game, options):
    done = played(game, options, max_turns=60)
    final, turns, actions = done.position, list(done), done.actions
    undone = []
    while done.actions:
        undone.append(done.undo())
    assert done.position == done.start
    assert list(done) == []
    assert tuple(reversed(undone)) == actions
    with pytest.raises(IndexError):
        done.undo()
    while len(done.actions) < len(actions):
        done.redo()
    with pytest.raises(IndexError):
        done.redo()
    assert (done.position, list(done)) == (final, turns)
    assert done.result is not None


def test_another_action_forgets_what_was_undone():
    game = Game("ramses")
    game.play("3-11")
    game.undo()
    game.play("2-8")
    with pytest.raises(IndexError):
        game.redo()


def test_nothing_to_undo_is_an_error_of_the_package():
    game = Game("ramses")
    for do in (game.undo, game.redo, game.reopen):
        with pytest.raises(amduat.HistoryError, match="ramses: no") as caught:
            do()
        assert isinstance(caught.value, amduat.AmduatError)
        assert isinstance(caught.value, IndexError)  # as it was before


@pytest.mark.parametrize("seed", range(20))
def test_a_roll_that_is_taken_back_stays(seed):
    """Whoever undoes a roll or a tile drawn, and tries again, sees the same."""
    for name, line in (("uraeus", ()), ("pharao", ()), ("isis-osiris", ("draw",))):
        game = Game(name, rng=random.Random(seed))
        for _ in range(3):
            for action in line:
                game.play(action)
            game.roll()
            first = game.last_action
            later = []
            while game.position.is_chance or len(later) < 2:
                if game.position.is_chance:
                    game.roll()
                else:
                    game.play(game.position.legal_actions()[0])
                later.append(game.last_action)
            for _ in later:
                game.undo()
            assert game.undo() == first
            for action in line:
                assert str(game.undo()) == action
            for action in line:
                game.play(action)
            game.roll()
            assert game.last_action == first
            # Also what came later comes again, as long as the same is done.
            for action in later:
                assert game.position.is_chance == action.is_chance
                game.roll() if action.is_chance else game.play(action)
                assert game.last_action == action
            while game.position.is_chance or (line and not game.position.is_legal(line[0])):
                if game.position.is_chance:
                    game.roll()
                else:
                    game.play(game.position.legal_actions()[0])
            if not line:
                while not game.position.is_chance:
                    game.play(game.position.legal_actions()[0])


def test_a_roll_stays_when_it_was_redone():
    game = Game("uraeus", rng=random.Random(5))
    for _ in range(6):
        game.roll()
        rolled = game.last_action
        for _ in range(3):
            game.undo()
            game.redo()
        game.undo()
        game.roll()
        assert game.last_action == rolled
        while not game.position.is_chance:
            game.play(game.position.legal_actions()[0])


def test_real_dice_may_fall_otherwise():
    game = Game("uraeus", rng=random.Random(5))
    game.roll("=1")
    game.undo()
    assert game.outcome() is None
    game.roll("=2")
    assert str(game.last_action) == "=2"
    game.undo()
    game.roll()
    rolled = game.last_action
    game.undo()
    assert game.outcome() == rolled
    other = next(a for a in game.position.legal_actions() if a != rolled)
    game.roll(other)
    assert game.last_action == other


def test_resignation():
    game = Game("uraeus", players=3)
    game.play("=1")
    result = game.resign(1, "Ben")
    assert result == game.result
    assert result.ending == RESIGNATION
    assert result.values == (0.25, -1.0, 0.25)
    assert "(Ben) has resigned." in result.reason
    with pytest.raises(amduat.IllegalActionError, match="the game is over"):
        game.play("r:1+")
    with pytest.raises(amduat.AmduatError, match="already over"):
        game.resign(0)
    record = game.record(["a", "b", "c"])
    for kind in ("text", "json"):
        (again,) = loads(dumps(record, kind))
        assert again == record
        assert again.result == result
        assert Game.from_record(again).result == result
    game.reopen()
    assert game.result is None
    game.play("r:1+")
    assert Game("ramses").resign().reason == "Light has resigned."
    with pytest.raises(IndexError, match="player 2 of 2"):
        Game("ramses").resign(2)
    finished_game = finished("ramses", {})
    with pytest.raises(amduat.AmduatError, match="already over"):
        finished_game.resign()


def test_reasons_of_faults_are_safe():
    """A bot at fault may say anything; its game can be recorded all the same."""
    game = Game("ramses")
    game.forfeit(0, "it said \x1b[2J\n\ud800")
    assert game.result.reason == r"it said \x1b[2J \ud800"
    assert loads(dumps(game.record())) == [game.record()]


def test_turns_as_text():
    game = Game("ramses")
    for action in ("3-11", "20-18", "18-3"):
        game.play(action)
    assert [str(turn) for turn in game] == ["3-11/20-18", "18-3"]
    assert [turn.player for turn in game] == [0, 1]
    game = Game("isis-osiris")
    for action in ("draw", "=+2", "c4", "@a1", "draw", "=-1"):
        game.play(action)
    assert [str(turn) for turn in game] == ["draw =+2 c4", "@a1", "draw =-1"]
    assert [turn.player for turn in game] == [0, 1, 0]
    game = Game("uraeus", players=3)
    for action in ("=1", "r:1+", "=2", "r:2+", "=3", "r:3+", "=6"):
        game.play(action)
    assert [turn.player for turn in game] == [0, 1, 2, 0]


def test_turns_of_dice():
    """A turn without any decision is a turn of the player who rolled."""
    game = Game("pharao")
    for action in ("=0,0", "=0,0", "=2,1"):
        game.play(action)
    game.play(game.position.legal_actions()[0])
    game.play(game.position.legal_actions()[0])
    turns = list(game)
    assert [turn.player for turn in turns] == [0, 1, 0]
    assert str(turns[0]) == "=0,0"
    first, second = game.actions[-2:]
    assert str(turns[2]) == f"=2,1 {first}/{second}"


def test_who_acts(game):
    """Where chance acts, somebody rolls or draws; where the game is over, nobody does anything."""
    done = finished(game, {})
    position, rolled = done.start, 0
    for action in done.actions:
        following = position.apply(action)
        if position.is_chance:
            rolled += 1
            # The roll belongs to the player who decides after it, if anything is to be decided.
            assert position.turn_owner in range(position.players)
            if following.current_player >= 0:
                assert position.turn_owner == following.current_player
        else:
            assert position.turn_owner == position.current_player
        position = following
    assert position.is_over
    assert position.turn_owner is None
    assert (rolled > 0) == amduat.info(game).has_chance


def test_rolls():
    game = Game("uraeus", rng=random.Random(3))
    again = Game("uraeus", rng=random.Random(3))
    assert game.last_action is None
    assert game.roll() == again.roll() == game.position
    assert game.last_action == again.last_action == game.actions[-1]
    with pytest.raises(amduat.IllegalActionError, match="chance does not act"):
        game.roll()
    table = Game("uraeus")
    with pytest.raises(ValueError, match="no generator"):
        table.roll()
    with pytest.raises(amduat.ActionError, match="expected a roll"):
        table.roll("=7")
    with pytest.raises(amduat.IllegalActionError, match="the die is to be rolled first"):
        table.roll("pass")
    assert table.roll("=4") == table.position
    assert str(table.last_action) == "=4"
    assert table.position.legal_actions() == amduat.start("uraeus").apply("=4").legal_actions()


def test_rolls_are_fair():
    dice, counts = random.Random(1), {}
    for _ in range(3000):
        game = Game("pharao", rng=dice)
        game.roll()
        outcome = str(game.last_action)
        counts[outcome] = counts.get(outcome, 0) + 1
    for outcome, chance in amduat.start("pharao").chance_outcomes():
        expected = 3000 * chance
        assert abs(counts.get(str(outcome), 0) - expected) < 6 * expected**0.5


def test_illegal_actions_change_nothing():
    game = Game("ramses")
    with pytest.raises(amduat.IllegalActionError, match='"2-3": 3 is taken'):
        game.play("2-3")
    with pytest.raises(amduat.ActionError, match="nonsense"):
        game.play("nonsense")
    assert game.actions == ()
    assert game.position == game.start


def test_start():
    assert Game("isis", players=3).start == amduat.start("isis", players=3)
    position = amduat.start("ramses").apply("3-11")
    assert Game("ramses", position=position).start == position
    game = Game("ramses", position=str(position))
    game.play("20-18")
    assert [str(turn) for turn in game] == ["20-18"]
    with pytest.raises(TypeError, match="position"):
        Game("ramses", position=position, first="dark")
    with pytest.raises(ValueError, match="one of ramses"):
        Game("isis", position=position)
    with pytest.raises(ValueError, match="max_turns"):
        Game("isis", max_turns=0)
    with pytest.raises(amduat.OptionError, match="no such option"):
        Game("isis", nonsense=3)
    assert "ramses" in repr(game)


def test_max_turns(game):
    """The limit never cuts a turn in two."""
    for limit in (1, 2, 5):
        done = played(game, {}, max_turns=limit)
        assert len(done) == limit
        assert done.result.ending == TURN_LIMIT
        assert done.result.is_draw
        assert done.result.values == (0.0, 0.0)
        assert str(limit) in done.result.reason
        with pytest.raises(amduat.IllegalActionError, match="the game is over"):
            done.play(done.position.legal_actions()[0])
        done.undo()
        assert done.result is None


def test_repetition():
    line, circle = ramses_cycle()
    game = Game("ramses", repetition=True)
    free = Game("ramses")
    for action in line + 2 * circle:
        assert game.result is None
        game.play(action)
        free.play(action)
    assert game.result.ending == REPETITION
    assert "third time" in game.result.reason
    assert free.result is None
    game.undo()
    assert game.result is None
    game.redo()
    assert game.result is not None


def test_repetition_is_not_for_dice():
    game = Game("pharao", repetition=True)
    for _ in range(20):
        game.play("=0,0")
    assert game.result is None


def test_results():
    result = Result.fault(3, 1, "it was")
    assert result.values == (0.25, -1.0, 0.25)
    assert result.text == "1/4:-1:1/4"
    assert result.winners == (0, 2)
    assert parse_values(result.text) == result.values
    for text in ("1", "2:-1", "1:", "1:1/0", "1:-1x", "*", "1:-1" * 40, "٣:1"):
        assert parse_values(text) is None
    assert sum(Result.fault(2, 0, "").values) == 0


def test_a_refused_answer_says_why(game):
    """The sentence of the fault has the reason of the rules, whatever the game."""
    position = amduat.start(game)
    while position.is_chance:
        position = position.apply(position.legal_actions()[-1])
    refused = next(action for action in all_actions(game) if not position.is_legal(action))
    with pytest.raises(amduat.IllegalActionError) as caught:
        position.apply(refused)
    with pytest.raises(Fault) as fault:
        checked(position, str(refused))
    assert str(fault.value) == f'the answer "{refused}" is not legal: {caught.value.reason}'
    assert caught.value.reason


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("illegal", 'the answer "1-1" is not an action: a stone moves to another field.'),
        ("long", f'the answer "{60 * "x"}" is not an action: is 10000 bytes long'),
        ("nonsense", "the answer 42 is not an action"),
        ("other-game", "is not legal: is an action of isis, not of ramses."),
        ("error", "RuntimeError: I give up xxx"),
        ("exit", "SystemExit: 3"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_faults(how, message, seat):
    game = Game("ramses")
    players = [RandomBot(1), RandomBot(2)]
    players[seat] = Faulty(how)
    result = play_out(game, players)
    assert result.ending == FAULT
    assert result.values[seat] == -1
    assert result.values[1 - seat] == 1
    assert message in result.reason
    assert how in result.reason
    assert len(result.reason) < 400
    record = game.record(["a", "b"])
    assert record.result == result
    assert len(record.actions) == 2 * seat
    with pytest.raises(amduat.AmduatError, match="already over"):
        game.forfeit(seat, "twice")


def test_time_limit():
    game = Game("ramses")
    result = play_out(game, [RandomBot(1), Faulty("sleep")], time_limit=0.2)
    assert result.ending == FAULT
    assert result.values == (1, -1)
    assert "no answer within 0.2 s" in result.reason
    assert len(game.actions) == 2
    # With time enough the answer comes through the thread, and so do exceptions.
    position = amduat.start("ramses")
    assert ask(RandomBot(1), position, 30) in position.legal_actions()
    with pytest.raises(Fault, match="I give up"):
        ask(Faulty("error"), position, 30)


def test_number_of_players():
    with pytest.raises(ValueError, match="2 players are needed"):
        play_out(Game("ramses"), [RandomBot(1)])


def test_bots_are_repeatable(game):
    position = amduat.start(game)
    while position.is_chance:
        position = position.apply(position.legal_actions()[-1])
    for kind in ("random", "greedy"):
        chosen = [make_bot(kind, seed).choose(position) for seed in range(30)]
        assert chosen == [make_bot(kind, seed).choose(position) for seed in range(30)]
        assert all(position.is_legal(action) for action in chosen)
        assert len(set(chosen)) > 1 or kind == "greedy", "the seed makes a difference"


def test_greedy_wins_if_it_can():
    chances = 0
    for seed in range(200):
        dice = random.Random(seed)
        position = amduat.start("ramses")
        while not position.is_over:
            mover = position.current_player
            after = [position.apply(action) for action in position.legal_actions()]
            wins = [p for p in after if p.is_over and p.returns()[mover] > 0]
            if wins:
                assert position.apply(GreedyBot(seed).choose(position)) in wins
                chances += len(wins) < len(after)
                break
            position = dice.choice(after)
    assert chances > 100


def test_greedy_likes_points():
    """The tile on the other side of a pawn of the opponent is the worst of all."""
    position = amduat.start("isis-osiris")
    for action in ("@a1", "@f6", "draw", "=+4"):
        position = position.apply(action)
    assert {str(GreedyBot(seed).choose(position)) for seed in range(20)} == {"a2", "b1"}
    position = position.apply("a2").apply("draw").apply("=-4")
    # Player 2 would rather spoil the pawn of player 1 than its own.
    assert {str(GreedyBot(seed).choose(position)) for seed in range(20)} == {"b1"}


def test_registry():
    assert [kind.name for kind in kinds()][:2] == ["random", "greedy"]
    with pytest.raises(amduat.OptionError, match="no such bot; there are `random`, `greedy`"):
        make_bot("deep-thought")
    with pytest.raises(amduat.OptionError, match="takes nothing"):
        make_bot("random:3")
    for spec in ("python:flow", "python:no_such_module:x", "python:flow:no_such_bot", "python::"):
        with pytest.raises(amduat.OptionError):
            make_bot(spec)
    with pytest.raises(amduat.OptionError, match="without a method `choose`"):
        make_bot("python:random:Random")
    assert name_of(make_bot("python:flow:illegal")) == "illegal"
    assert name_of(object()) == "object"
    register(BotKind("first", lambda argument, seed: Faulty(argument), "the first", "HOW"))
    try:
        assert make_bot("first:any").choose(amduat.start("ramses"))
    finally:
        from amduat import bots

        del bots._KINDS["first"]


def test_turn_text_of_odd_turns():
    actions = tuple(amduat.Action("isis-osiris", text) for text in ("draw", "=+1", "a1"))
    assert str(Turn(1, 0, actions)) == "draw =+1 a1"
    assert str(Turn(1, 0, ())) == ""


def test_positions_and_what_was_taken_back(game):
    played = Game(game, rng=random.Random(2))
    for _ in range(6):
        position = played.position
        played.roll() if position.is_chance else played.play(position.legal_actions()[0])
    assert played.positions == tuple(played.record().positions())
    assert played.undone == ()
    last, before = played.undo(), played.undo()
    assert played.undone == (last, before)
    assert len(played.positions) == 5
    assert played.redo() == before
    assert played.undone == (last,)

"""The games in OpenSpiel, PettingZoo and Gymnasium, with the real packages."""

from __future__ import annotations

import random
import warnings

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python import observation as spiel_observation
from open_spiel.python.algorithms import generate_playthrough, mcts
from pettingzoo.test import api_test, render_test, seed_test

import amduat
from amduat import learn
from amduat.adapters import gymnasium as gym_adapter
from amduat.adapters import open_spiel as spiel_adapter
from amduat.adapters import pettingzoo as zoo_adapter
from support import all_variants, name_of, script

VARIANTS = pytest.mark.parametrize(("game", "options"), all_variants(), ids=name_of)


def load(game, **options):
    return pyspiel.load_game(spiel_adapter.short_name(game), options)


@VARIANTS
def test_open_spiel_plays_at_random(game, options):
    spiel = load(game, max_plies=120, **options)
    assert spiel.num_players() == options.get("players", 2)
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)


@VARIANTS
def test_open_spiel_observes(game, options):
    spiel = load(game, **options)
    observer = spiel_observation.make_observation(spiel)
    state = spiel.new_initial_state()
    dice = random.Random(1)
    for _ in range(10):
        for player in range(spiel.num_players()):
            observer.set_from(state, player)
            assert (observer.tensor == learn.observe(state.position, seat=player)).all()
            assert observer.string_from(state, player) == str(state)
            assert np.shares_memory(observer.dict["turn"], observer.tensor)
        state.apply_action(dice.choice(state.legal_actions()))
    assert spiel.observation_tensor_size() == amduat.info(game).observation_shape[0]


def test_open_spiel_writes_a_playthrough(game):
    text = generate_playthrough.playthrough(
        f"{spiel_adapter.short_name(game)}(max_plies=12)", action_sequence=None, seed=3
    )
    assert "IsTerminal() = True" in text
    assert str(amduat.start(game)) in text


@VARIANTS
def test_open_spiel_searches(game, options):
    spiel = load(game, **options)
    state = spiel.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[-1][0])

    class Null(mcts.Evaluator):
        def evaluate(self, state):
            return np.zeros(state.num_players())

        def prior(self, state):
            chances = state.chance_outcomes() if state.is_chance_node() else None
            legal = state.legal_actions()
            return chances or [(action, 1 / len(legal)) for action in legal]

    bot = mcts.MCTSBot(spiel, 2, 15, Null(), random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


def test_open_spiel_begins_anywhere(game):
    dice = random.Random(2)
    position = amduat.start(game)
    for _ in range(9):
        position = position.apply(dice.choice(position.legal_actions()))
    spiel = load(game, position=str(position).replace(",", ";"))
    state = spiel.new_initial_state()
    assert state.position == position
    assert state.legal_actions() == [action.index for action in position.legal_actions()]
    state.apply_action(dice.choice(state.legal_actions()))
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(spiel, state))
    assert again.position == state.position
    with pytest.raises(Exception, match="position"):
        load(game, position="nonsense")


def test_open_spiel_takes_options_as_parameters():
    """Lists with semicolons, as commas separate parameters."""
    spiel = pyspiel.load_game("amduat_pharao(own_die=0;1;1;2;3;9)")
    assert spiel.new_initial_state().position == amduat.start("pharao", own_die=[0, 1, 1, 2, 3, 9])
    assert set(spiel.get_parameters()) >= {"own_die"}
    three = pyspiel.load_game("amduat_isis_osiris(players=3,common=true,first=2)")
    assert three.new_initial_state().position == amduat.start(
        "isis-osiris", players=3, common=True, first=2
    )
    with pytest.raises(Exception, match="players"):
        pyspiel.load_game("amduat_isis(players=7)")


def expected_values(start, sweeps):
    """What all positions after a start are worth to the first player, found without OpenSpiel."""
    after = {start: {}}
    todo = [start]
    for position in todo:
        chances = dict(position.chance_outcomes())
        for action in position.legal_actions():
            following = position.apply(action)
            after[position][following] = after[position].get(following, 0) + chances.get(action, 0)
            if following not in after:
                after[following] = {}
                todo.append(following)
    values = {position: position.returns()[0] for position in after}
    for _ in range(sweeps):
        for position, ways in after.items():
            if position.is_chance:
                values[position] = sum(values[way] * chance for way, chance in ways.items())
            elif ways:
                best = max if position.current_player == 0 else min
                values[position] = best(values[way] for way in ways)
    return values


@pytest.fixture(scope="module")
def iteration():
    return script("benches/value_iteration.py")


def test_open_spiel_iterates_values(iteration):
    """One stone a side, and only the opponent moves it: few positions, in the time there is."""
    text = "a1 j3 L roll - dice=0,0,0,0,0,0/0,0,0,1,1,1"
    found = iteration.iterate(text, 1e-3)
    expected = expected_values(amduat.parse("pharao", text), 100)
    assert len(found) > 1000
    assert any(0.01 < abs(value) < 0.99 for value in found.values())
    for key, value in found.items():
        assert value == pytest.approx(expected[amduat.parse("pharao", key)], abs=1e-2)


def test_open_spiel_agrees_with_the_tables(iteration):
    """The exact values are those that OpenSpiel's iteration does not change any more.

    The whole iteration from nothing takes too long for here: `benches/value_iteration.py`.
    """
    spiel = load("pharao", position="a1 j3 L roll -", pauses=True)
    algorithm, dice = iteration.algorithm(), random.Random(3)
    checked = 0
    for _ in range(12):
        state = spiel.new_initial_state()
        for _ in range(60):
            if state.is_terminal():
                break
            if not state.is_chance_node():
                transitions = {}
                algorithm._add_transition(transitions, str(state), state)
                ways = [
                    sum(p * iteration.exact(amduat.parse("pharao", key)) for key, p in after)
                    for after in transitions.values()
                ]
                best = min if state.current_player() else max
                assert best(ways) == pytest.approx(iteration.exact(state.position), abs=1e-4)
                checked += 1
            state.apply_action(dice.choice(state.legal_actions()))
    assert checked > 200


@pytest.mark.parametrize("game", [g for g in amduat.GAMES if amduat.info(g).has_chance])
def test_open_spiel_pauses_before_chance(game):
    """Somebody decides before chance acts, and the games are the same otherwise."""
    spiel = load(game, pauses=True, max_plies=80)
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)
    ready = amduat.info(game).num_actions
    assert spiel.num_distinct_actions() == ready + 1
    plain, state = load(game).new_initial_state(), spiel.new_initial_state()
    dice, paused = random.Random(5), 0
    for _ in range(40):
        if plain.is_chance_node():
            assert state.current_player() == state.position.turn_owner
            assert state.legal_actions() == [ready]
            assert state.action_to_string(ready) == "ready"
            state.apply_action(ready)
            assert str(state) != str(plain)
            paused += 1
        assert state.legal_actions() == plain.legal_actions()
        assert state.is_chance_node() == plain.is_chance_node()
        action = dice.choice(plain.legal_actions())
        plain.apply_action(action)
        state.apply_action(action)
        assert str(state) == str(plain)
    assert paused > 2


@VARIANTS
def test_pettingzoo_accepts_it(game, options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(zoo_adapter.env(game, max_cycles=40, **options), num_cycles=60)
        seed_test(lambda: zoo_adapter.env(game, max_cycles=40, **options), num_cycles=30)


def test_pettingzoo_draws(game, capsys):
    tests = {"svg": lambda drawing: drawing.startswith("<svg")}
    render_test(lambda **settings: zoo_adapter.env(game, **settings), tests)
    assert str(amduat.start(game))[:3] in capsys.readouterr().out


def test_pettingzoo_counts_cycles_and_pays_everyone(game):
    env = zoo_adapter.env(game, max_cycles=4)
    env.reset(seed=1)
    acted = 0
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        other = next(name for name in env.possible_agents if name != agent)
        if termination or truncation:
            env.step(None)
            continue
        assert not env.observe(other)["action_mask"].any()
        acted += 1
        env.step(int(observation["action_mask"].argmax()))  # not by chance: a game may end early
    assert acted == 4
    env = zoo_adapter.env("isis-osiris", players=3)
    env.reset(seed=3)
    for number, name in enumerate(env.possible_agents):
        env.action_space(name).seed(number)  # by chance all three might share the win
    paid = {}
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        if termination:
            paid[agent] = reward
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))
    assert sum(paid.values()) == pytest.approx(0)
    assert max(paid.values()) > 0


@VARIANTS
def test_gymnasium_accepts_it(game, options):
    env = gymnasium.make(gym_adapter.environment_id(game), max_plies=60, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env.unwrapped, skip_render_check=True)


def test_gymnasium_plays_whole_games(game):
    env = gymnasium.make(
        gym_adapter.environment_id(game), opponents="random", seat=1, max_plies=300, illegal="raise"
    )
    dice = random.Random(4)
    _, info = env.reset(seed=5)
    for _ in range(400):
        action = dice.choice(np.flatnonzero(info["action_mask"]).tolist())
        observation, reward, over, cut, info = env.step(action)
        assert (observation == learn.observe(env.unwrapped.position, seat=1)).all()
        if over or cut:
            assert reward == env.unwrapped.position.returns()[1]
            break
        assert reward == 0
        assert env.unwrapped.position.current_player == 1
    assert over or cut
    env.reset(seed=5)
    with pytest.raises(amduat.AmduatError):
        env.step(int(np.flatnonzero(~env.unwrapped.action_masks())[1]))
    for wrong in ({"seat": 2}, {"illegal": "maybe"}):
        with pytest.raises(amduat.OptionError):
            gym_adapter.AmduatEnv(game, **wrong)


@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
def test_gymnasium_steps_many_games_at_once(game, autoreset):
    env = gymnasium.make_vec(
        gym_adapter.environment_id(game),
        6,
        vectorization_mode="vector_entry_point",
        autoreset=autoreset,
        max_plies=25,
    )
    assert env.metadata["autoreset_mode"].name == autoreset.upper()
    observations, info = env.reset(seed=3)
    assert env.observation_space.contains(observations)
    ended = 0
    for _ in range(40):
        masks = info["action_mask"]
        actions = np.array([np.flatnonzero(m)[0] if m.any() else 0 for m in masks])
        before = info["players"]
        observations, rewards, over, cut, info = env.step(actions)
        assert env.observation_space.contains(observations)
        assert not (over & cut).any()
        ended += (over | cut).sum()
        for row in np.flatnonzero(over):
            if before[row] >= 0:
                assert rewards[row] == pytest.approx(info["rewards"][row, before[row]])
        if autoreset == "same_step":
            assert ("final_obs" in info) == bool((over | cut).any())
        if autoreset == "disabled" and (over | cut).all():
            env.reset(options={"reset_mask": np.ones(6, bool)})
            info = env.unwrapped._info()
    assert ended > 3


#: A start of PHARAO in which the side that begins loses by two rolls of three, before it can act.
CORNERED = {"lower": "a1,a2,b1", "upper": "a3,b2,c1"}


def test_pettingzoo_ends_games_that_nobody_could_play():
    env = zoo_adapter.AmduatEnv("pharao", **CORNERED)
    ended = 0
    for seed in range(30):
        env.reset(seed=seed)
        if not env.position.is_over:
            continue
        ended += 1
        results = {}
        for agent in env.agent_iter(max_iter=3):
            _, reward, terminated, truncated, _ = env.last()
            assert terminated
            assert not truncated
            results[agent] = reward
            env.step(None)
        assert list(results.values()) == env.position.returns()
        assert not env.agents
    assert ended > 10


def test_gymnasium_begins_games_that_can_be_played():
    env = gym_adapter.AmduatEnv("pharao", **CORNERED)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any()


def test_gymnasium_begins_once_where_no_dice_can_change_it():
    """Light wins with its next move, and then it is never the turn of dark."""
    env = gym_adapter.AmduatEnv("ramses", seat=1)
    thought = []

    class Winner:
        def choose(self, position):
            thought.append(position)
            return next(a for a in position.legal_actions() if position.apply(a).is_over)

    env._bots = [Winner(), Winner()]
    winning = amduat.parse("ramses", "1,4,9,16 5@11,8,18,21 L own -")
    env.reset(options={"position": winning.apply("16-13")})
    thought.clear()
    env.reset(options={"position": winning})
    assert env.position.is_over
    assert thought == [winning]

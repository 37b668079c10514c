"""The registry: the games of the kit, games of one's own, games of other installed packages."""

from __future__ import annotations

import subprocess
import sys
from typing import Annotated

import pytest

import guildhall as gh
from guildhall.core.registration import Registration
from guildhall.core.settings import Players, Settings
from guildhall.games import game_names, registration
from guildhall.games.advyria import Advyria
from guildhall.simulation.workers import rules_of
from tests.core.toy import Gleaners


class ToySettings(Settings):
    """The players, and nothing else."""

    title = "Two Fields"
    players: Annotated[tuple[str, ...], Players(default=2)]


class Toy(Registration):
    """Gleaners for the registry."""

    name = "two-fields"
    title = "Two Fields"
    summary = "A toy."
    settings = ToySettings

    def make_rules(self, given):
        return Gleaners(self.settings.settle(given).players)


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setattr(sys.modules["guildhall.games"], "_registered", {})
    gh.register(Toy())


def test_the_games_of_the_kit_come_first_and_say_what_they_are():
    assert game_names()[:2] == ("guildhall", "advyria")
    for known in gh.list_games().values():
        assert known["title"]
        assert known["summary"].endswith(".")
        assert known["players"][0] <= known["players"][1]
        assert "players" in known["options"]


@pytest.mark.usefixtures("toy")
def test_a_game_of_ones_own_is_known_by_its_name():
    game = gh.new_game("two-fields", players=["Ada", "Bo"], seed=3)

    assert "two-fields" in gh.list_games()
    assert game.rules.seats == ("Ada", "Bo")
    with pytest.raises(gh.BadSetup, match="did you mean 'two-fields'"):
        gh.new_game("two-field")


def test_a_game_begins_by_its_registration_which_registers_it(monkeypatch):
    monkeypatch.setattr(sys.modules["guildhall.games"], "_registered", {})
    game = gh.new_game(Toy(), players=3, seed=3)

    assert game.rules.game == "gleaners"
    assert len(game.rules.seats) == 3
    assert "two-fields" in gh.list_games()
    with pytest.raises(gh.BadSetup, match="'guildhall' is a built-in game"):
        gh.new_game(type("Mine", (Toy,), {"name": "guildhall"})())


@pytest.mark.usefixtures("toy")
def test_what_a_game_does_not_offer_is_said_by_its_name():
    with pytest.raises(gh.BadPosition, match="Two Fields cannot be set up by hand"):
        gh.position("two-fields")
    with pytest.raises(gh.BadSetup, match="two-fields defines no card interactions"):
        gh.graphs.declared(game="two-fields")


@pytest.mark.parametrize("name", ["", "Two", "two fields", "two_fields", "-two", "two-", "two--fields"])
def test_a_name_that_cannot_be_typed_everywhere_is_refused(name):
    with pytest.raises(gh.BadSetup, match="invalid name of a game"):
        gh.register(type("Misnamed", (Toy,), {"name": name})())


def test_the_name_of_a_game_of_the_kit_is_taken():
    with pytest.raises(gh.BadSetup, match="'guildhall' is a built-in game"):
        gh.register(type("Usurper", (Toy,), {"name": "guildhall"})())


def test_something_else_is_no_game():
    with pytest.raises(gh.BadSetup, match="subclass of Registration"):
        gh.register(Gleaners())


@pytest.fixture
def installed(tmp_path, project_root):
    """`installed("two-fields", source, code)` runs code where a package `fields` has a game of that name."""

    def run(name, source, code):
        info = tmp_path / "fields-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fields\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[guildhall.games]\n{name} = fields:GAME\n")
        (tmp_path / "fields.py").write_text(source)
        paths = f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(project_root)!r}]"
        command = [sys.executable, "-c", f"{paths}; {code}"]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    return run


TOY = "from tests.games.test_registry import Toy\nGAME = Toy()\n"


def test_an_installed_package_makes_its_game_known(installed):
    code = "import guildhall as gh; print(gh.new_game('two-fields').rules.game, 'two-fields' in gh.list_games())"

    done = installed("two-fields", TOY, code)

    assert done.stdout == "gleaners True\n", done.stderr


@pytest.mark.parametrize(
    ("name", "source", "why"),
    [
        ("three-fields", TOY, "the entry point 'three-fields' must be named 'two-fields', like its game"),
        ("two-fields", "import nowhere", "cannot load the game 'two-fields' of fields: ModuleNotFoundError"),
        ("two-fields", "GAME = 7", "expected an instance of a subclass of Registration, got 7"),
    ],
)
def test_a_package_with_a_broken_game_leaves_the_others_as_they_are(installed, name, source, why):
    code = f"from guildhall.cli import main; main(['cards', 'Weaver']); main(['play', '--game', {name!r}, '--help'])"

    done = installed(name, source, code)

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Weaver")
    assert why in done.stderr


def test_registering_a_game_again_replaces_it_in_games_that_are_simulated(monkeypatch):
    class Slow(Advyria):
        name = "slow-advyria"

        def make_rules(self, given):
            rules = super().make_rules(given)
            rules.version = self.version
            return rules

    monkeypatch.setattr(sys.modules["guildhall.games"], "_registered", {})
    found = []
    for version in ("one", "two"):
        game = Slow()
        game.version = version
        gh.register(game)
        found.append(rules_of("slow-advyria", {}).version)

    assert found == ["one", "two"]


def test_reading_the_registry_compiles_nothing():
    code = "import guildhall as gh, sys; gh.list_games(); print('numba' in sys.modules)"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "False\n"


@pytest.mark.parametrize("name", game_names())
def test_settings_can_be_left_out_and_are_settled_once(name):
    game = registration(name)
    rules = game.make_rules({})

    assert game.make_rules(rules.setup).setup == rules.setup

"""The worked examples of the rulebook, each played as it is written, with the Adventurers it names (R-68).

Kim, Chris, Morgan and Sylvia sit at one table: Guile, Might, Arcane and Logic.  The book does not name the members of
Chris' teams; here they are any who have the dice it tells of.
"""

from __future__ import annotations

import guildhall as gh
from tests.games.guild_master.lab import Lab, named

KIM, CHRIS, MORGAN, SYLVIA = range(4)
NAMES = ["Kim", "Chris", "Morgan", "Sylvia"]
TARGETS = "Waylay the Tax Collector"  # Might 10 or Guile 10, Gold and a Bonus


def table(*, recruits=(), round=6, **given):
    """The four Guilds at the Order Phase of a Round; `recruits` by player, the rest of the position as named."""
    mine = dict(recruits)
    given.setdefault("contracts", ["Ambush Poachers", "Identify Rebels", "Confront Blasphemers"])
    game = gh.position(
        "guild-master",
        players=NAMES,
        skills=["guile", "might", "arcane", "logic"],
        recruits=[mine.get(seat, []) for seat in range(4)],
        round=round,
        seed=5,
        **given,
    )
    return Lab.at(game)


def of(*values, default=0):
    """A list for the four players, the last ones by default."""
    return [*values, *[default] * (4 - len(values))]


def changed(lab, before):
    return [after - was for after, was in zip(lab.gold, before, strict=True)]


KIM_IN_ROUND_6 = {KIM: ["Pable", "Gwala", "Ansel", "Lydia"]}


def kim_orders(lab):
    return lab.plan("Nuri Pable: builders = 7", "Tymon: recruit E = 7", "Gwala Ansel: contract 5", "Lydia:")


def test_ruling_68_the_plan_of_round_6():
    lab = table(
        recruits=KIM_IN_ROUND_6,
        gold=of(17, default=7),
        stables=of(3, default=1),
        private=[["Unmask a Forger"], [], [], []],
        contracts=["Ambush Poachers", None, None, None, "Reconcile the Heirs"],
        adventurers={"E": "Vatsana"},
    )
    assert lab.table.moon == "Full Moon, Blood Moon"
    kim_orders(lab)
    assert lab.table.treasury[KIM] == 3  # saved for the next Round
    assert lab.rules.view(lab.state, CHRIS).orders(KIM) == []
    assert lab.rules.view(lab.state, CHRIS).gold[KIM] == 17
    for _ in range(3):
        lab.plan()

    lab.play("carry out", "build Library dice fixer", "build Mess Hall")  # 2 + 3 of the 7 Gold
    assert (lab.fame[KIM], lab.table.treasury[KIM]) == (1 + 2, 3 + 2)
    lab.play("carry out")
    assert lab.table.members(KIM)[-1] == "Vatsana"
    assert lab.table.treasury[KIM] == 5
    lab.play("carry out")
    assert lab.offered == ("charm",)
    lab.play("charm")
    assert (int(lab.s["dice_n"][KIM]), int(lab.s["target"])) == (7, 17)
    lab.total(17)
    assert "Reconcile the Heirs" in lab.table.completed(KIM) or lab.kind == "replace"
    lab.play("heroic deck", "attempt Unmask a Forger", "guile")
    lab.s["dice"][KIM, :3] = [1, 1, 1]  # the worst roll of 3 Guile
    lab.play("Lydia: set a 1 to 4")
    lab.until("team", phrase="done")
    assert "Unmask a Forger" in lab.table.completed(KIM)


def test_ruling_68_the_order_resolution_sequence():
    lab = table(gold=of(7, 7, 7, 7), round=4)
    chris, morgan, sylvia = (lab.table.members(seat)[0] for seat in (CHRIS, MORGAN, SYLVIA))
    lab.plan_all(
        ["Tymon: builders = 7"], [f"{chris}: contract 3"], [f"{morgan}: contract 2"], [f"{sylvia}: recruit B = 4"]
    )
    told = []
    while not lab.s["space"]:
        if lab.kind == "declare":
            told.append((NAMES[lab.actor], lab.decision.prompt.split("(")[1].split(")")[0].split(":")[0]))
        lab.play(lab.offered[0])
        if lab.kind == "team":
            break

    assert told == [
        ("Kim", "builders"),
        ("Sylvia", "recruit B"),
        ("Morgan", "contract 2"),
        ("Chris", "contract 3"),
    ]


def test_ruling_68_kim_hires_two_builders_and_builds_a_library_and_a_mess_hall():
    lab = table(recruits=KIM_IN_ROUND_6, gold=of(7, 7, 7, 7))
    lab.plan_all(["Nuri Pable: builders = 7", "Lydia:"])
    assert lab.table.cost == 2
    lab.play("carry out", "build Library re-roll")
    assert lab.refused("build Stables")  # a third Builder costs 3, and 2 Gold are left
    events = lab.play("build Mess Hall")

    assert named(events, "hire")[0].data == {"builders": 2, "gold": 2 + 3}
    assert (lab.table.cost, lab.table.treasury[KIM], lab.fame[KIM]) == (3, 2, 3)
    assert (lab.table.upgrades(KIM)["Library"], lab.table.upgrades(KIM)["Mess Hall"]) == ("re-roll", "II")


def test_ruling_68_chris_contests_the_builders_of_kim():
    lab = table(recruits={KIM: ["Pable", "Lydia"], CHRIS: ["Keth"]}, gold=of(7, 6, 7, 7), fame=of(9, 5, 2, 1))
    lab.plan_all(["Nuri Pable: builders = 7"], ["Keth: builders = 6", "Bruna:"])
    lab.play("carry out", "carry out", "logic")
    assert int(lab.s["dice_n"][KIM]) == 6
    lab.total(19)
    lab.play("might")
    assert int(lab.s["dice_n"][CHRIS]) == 3
    lab.total(11)
    assert (lab.actor, lab.kind) == (KIM, "build")
    assert not any(one.name in phrase for one in lab.rules.box.prestiges for phrase in lab.offered)  # no third Builder
    assert named(lab.play("build Stables"), "hire")[0].data == {"builders": 2, "gold": 5}
    assert (lab.fame[KIM], lab.table.treasury[KIM]) == (9 + 3, 2)
    assert (lab.actor, lab.kind, lab.table.cost) == (CHRIS, "build", 3)
    assert lab.refused("build Stables")  # 3 Gold for one Builder, and the next costs 4
    assert named(lab.play("build Mess Hall"), "hire")[0].data == {"builders": 1, "gold": 3}

    assert (lab.fame[CHRIS], lab.table.treasury[CHRIS], lab.table.cost) == (5 + 2, 3, 4)


def test_ruling_68_sylvia_recruits_cixi_alone():
    lab = table(recruits={SYLVIA: ["Eiji"]}, gold=of(7, 7, 7, 9), round=4, adventurers={"B": "Cixi"})
    lab.plan_all([], [], [], ["Jariya Eiji: recruit B = 5", "Faron:"])
    lab.play("carry out")

    assert (lab.table.members(SYLVIA)[-1], lab.fame[SYLVIA], lab.gold[SYLVIA]) == ("Cixi", 3, 4)
    assert lab.table.adventurers["B"] == "face down"
    lab.play("wander")
    lab.until("dice")
    assert any(phrase.startswith("Cixi: ") for phrase in lab.offered)  # her ability works at once


def test_ruling_68_chris_outbids_sylvia_for_cixi():
    lab = table(recruits={SYLVIA: ["Eiji"]}, gold=of(7, 9, 7, 9), round=4, adventurers={"B": "Cixi"})
    lab.plan_all([], ["Bruna: recruit B = 6"], [], ["Jariya Eiji: recruit B = 5"])
    lab.play("carry out", "carry out")

    assert (lab.table.members(CHRIS)[-1], lab.fame[CHRIS], lab.table.treasury[CHRIS]) == ("Cixi", 3, 3)
    assert (lab.kind, lab.actor, lab.table.treasury[SYLVIA]) == ("instead", SYLVIA, 9)
    assert "wander" in lab.offered


def test_ruling_68_chris_confronts_blasphemers():
    lab = table(round=4)
    lab.plan_all([], ["Bruna Holt: contract 3"])
    lab.play("carry out", "might")
    assert (int(lab.s["dice_n"][CHRIS]), int(lab.s["target"])) == (4, 6)
    events = lab.total(13)

    assert named(events, "complete")[0].data["contract"] == "Confront Blasphemers"


def contest():
    """Kim (4 Guile and 3 Might) and Chris (Might 1, 2 and 3, Mess Hall II) at a Contract of Might 10 or Guile 10."""
    lab = table(
        recruits={KIM: ["Brisa"], CHRIS: ["Keth"]},
        mess_hall=of(1, 2, default=1),
        fixers=[["guile", "might"], ["might"], [], []],
        contracts=[TARGETS],
        fame=of(3, 5),
        round=5,
    )
    lab.plan_all(["Tymon Brisa: contract 1"], ["Bruna Senna Keth: contract 1"])
    lab.play("carry out", "carry out")
    return lab


def agree(lab):
    """Kim gets 2 of the 3 Gold, Chris the Bonus."""
    lab.play("pass", "propose", "1 gold", "bonus to Chris", "leave open", "leave open", "accept")


def test_ruling_68_kim_and_chris_conflict():
    lab = contest()
    gold = lab.gold
    lab.play("pass", "pass", "conflict", "conflict", "might")
    assert named(lab.total(16), "result")[0].data == {"total": 16, "target": 10 + 6}
    lab.play("guile")
    events = lab.total(15)
    assert named(events, "result")[0].data == {"total": 15, "target": 10 + 4}
    assert [event.seat for event in named(events, "complete")] == [KIM]
    assert changed(lab, gold) == [3, 0, 0, 0]
    assert lab.fame == [3 + 2, 5, 0, 0]
    lab.until("replace")
    assert lab.actor == KIM
    events = lab.play("legendary deck")

    assert lab.table.completed(KIM) == [TARGETS]
    assert named(events, "replace")[0].data == {"spot": 1, "deck": "legendary"}
    assert not named(lab.events, "wander")  # Chris gets nothing


def test_ruling_68_kim_and_chris_cooperate_in_one_team():
    lab = contest()
    gold = lab.gold
    agree(lab)
    events = lab.play("cooperate", "cooperate", "might", "might")
    joined = {(NAMES[event.seat], event.data["adventurer"]) for event in named(events, "join")}
    assert joined == {("Kim", "Brisa"), ("Chris", "Keth"), ("Chris", "Bruna")}
    assert int(lab.s["dice_n"][CHRIS]) == 5
    lab.total(14)
    assert int(lab.s["dice_n"][KIM]) == 3
    events = lab.total(7)

    assert {event.seat for event in named(events, "complete")} == {KIM, CHRIS}
    assert changed(lab, gold)[:2] == [2, 1]  # as agreed
    assert lab.fame[:2] == [3 + 2, 5 + 2]  # in full
    assert int(lab.s["owner"]) == CHRIS  # of the Bonus, as agreed
    lab.until("replace")
    assert lab.actor == CHRIS  # whose Adventurers rolled the highest
    lab.play("heroic deck")
    assert lab.table.completed(CHRIS) == [TARGETS]


def test_ruling_68_kim_and_chris_cooperate_on_separate_targets():
    lab = contest()
    gold = lab.gold
    agree(lab)
    lab.play("cooperate", "cooperate", "might", "guile")
    lab.total(16)
    assert int(lab.s["dice_n"][KIM]) == 4
    events = lab.total(9)  # 1 under the target

    assert {event.seat for event in named(events, "complete")} == {KIM, CHRIS}
    assert (changed(lab, gold)[:2], lab.fame[:2]) == ([2, 1], [3 + 2, 5 + 2])
    lab.until("replace")
    assert lab.actor == CHRIS


def test_ruling_68_chris_steals_battle_plans_after_missing_out():
    lab = table(
        recruits={CHRIS: ["Ravi", "Brisa"], MORGAN: ["Keth"]},
        fixers=[[], ["might", "guile"], ["might"], []],
        private=[[], ["Steal Battle Plans"], [], []],
        round=5,
    )
    gold = lab.gold[CHRIS]
    lab.plan_all([], ["", "Ravi Brisa: contract 3"], ["Keth: contract 3"])
    lab.play("carry out", "might")
    lab.total(13)
    lab.play("common deck")
    assert (lab.kind, lab.actor) == ("instead", CHRIS)
    lab.play("attempt Steal Battle Plans", "guile")
    assert (int(lab.s["dice_n"][CHRIS]), int(lab.s["target"])) == (5, 12)
    events = lab.total(21)

    assert named(events, "complete")[0].data == {"contract": "Steal Battle Plans", "gold": 3, "fame": 3}
    assert lab.table.completed(CHRIS) == ["Steal Battle Plans"]
    assert not named(events, "replace")
    assert (lab.fame[CHRIS], lab.gold[CHRIS]) == (3, gold + 3 + 2)  # and the income


def test_ruling_68_chris_wanders():
    lab = table(recruits={CHRIS: ["Keth", "Haldor"]}, round=5)
    lab.plan_all([], ["Keth Haldor:"])
    assert lab.offered == ("wander",)
    lab.play("wander", "might")
    assert int(lab.s["dice_n"][CHRIS]) == 6

    assert named(lab.total(21), "wander")[0].data == {"gold": 2, "fame": 2}


def test_ruling_68_a_guild_that_has_an_armory_cannot_build_another():
    lab = table(gold=of(7, 20, 7, 7))
    lab.plan_all([], ["Bruna: builders = 20"])
    lab.play("carry out")

    assert not any("Armory" in phrase for phrase in lab.offered)
    assert any("Library" in phrase for phrase in lab.offered)

"""Numbers with names: objectives, phases, options, events; and what the numbers of an event mean."""

from __future__ import annotations

from enum import IntEnum

from ..cards import DECK_COUNTS, RANK_COUNTS

FACES = 6
ADVENTURERS, CONTRACTS = sum(RANK_COUNTS), sum(DECK_COUNTS)


class Objective(IntEnum):
    """What an Order Card names; RECRUIT + space, CONTRACT + spot.  Orders without a card come last."""

    NO_CARD = 0
    BUILDERS = 1
    RECRUIT = 2
    CONTRACT = 8
    PLANNED = 14


class Order(IntEnum):
    """How far an Order is."""

    NO_ORDER = 0
    OPEN = 1
    AWAY = 2  # renounced, missed or lost: a Private Contract or Wandering instead
    CLOSED = 3


class Stance(IntEnum):
    """In a contested Contract (rule 72)."""

    OPEN = 0
    COOPERATE = 1
    CONFLICT = 2


class Phase(IntEnum):
    """What is to be decided, or from AUTO on, what happens next by itself."""

    GUILD = 0
    SIDE = 1
    PLACE = 2
    TRADE = 3
    PLOT = 4
    PLAN = 5
    DECLARE = 6
    BUILD = 7
    BUILD_CORE = 8
    SUBSTITUTE = 9
    SKILL = 10
    MODIFY = 11
    TIE = 12
    NEGOTIATE = 13
    SHARE = 14
    HOLDER = 15
    USE = 16
    KEEPER = 17
    ACCEPT = 18
    STANCE = 19
    AIM = 20
    LOBBY = 21
    BRIBE = 22
    CHOOSE = 23
    REPLACE = 24
    OVER = 25
    AUTO = 32
    NEW_ROUND = 32
    NEXT_EVENT = 33
    NEXT_TRADE = 34
    NEXT_PLOT = 35
    REVEAL = 36
    NEXT_OBJECTIVE = 37
    NEXT_DECLARE = 38
    RESOLVE = 39
    NEXT_BUILD = 40
    RECRUITED = 41
    SUBSTITUTES = 42
    NEXT_SUBSTITUTE = 43
    NEXT_ROLL = 44
    ROLL = 45
    ROLLED = 46
    RANK_BUILDERS = 47
    RANK_BIDS = 48
    ATTEMPTED = 49
    WANDERED = 50
    NEXT_TIE = 51
    NEXT_TALK = 52
    NEXT_ACCEPT = 53
    STANCES = 54
    CONFLICTS = 55
    CONFLICT_WON = 56
    COOPERATORS = 57
    NEXT_AIM = 58
    COOPERATED = 59
    LEADER = 60
    COMPLETE = 61
    KEEP = 62
    EFFECT = 63
    NEXT_LOBBY = 64
    RESET = 65
    BLOOD_DRAW = 66
    BEGIN_PLOT = 67
    BEGIN_PLAN = 68
    LED = 69
    BEST = 70


class OptionId(IntEnum):
    """Codes of options; ranges never overlap, so a code means one thing in every decision."""

    DONE = 0
    GUILD = 1
    SIDE = 5  # + 0 Dice fixer, 1 Re-roll
    PLACE = 10  # + Common
    PAY = 46
    NO_TRADE = 47
    DECK = 48
    CARRY_OUT = 51
    RENOUNCE = 52
    WANDER = 53
    NOTHING = 54
    ACCEPT = 55
    DECLINE = 56
    PASS = 57
    PROPOSE = 58
    COOPERATE = 59
    CONFLICT = 60
    UNSETTLED = 61
    NO_OFFER = 62
    SKILL = 64
    AIM = 72
    TIE = 80  # + face
    ORDER = 90  # + objective
    BUILD = 110  # + 2 * skill + side
    CORE = 124
    PRESTIGE = 128
    HOLDER = 136
    KEEPER = 140
    PICK = 150  # + Adventurer
    ABILITY = 230  # + Adventurer
    PRIVATE = 310  # + Common
    BOON = 350  # + Contract
    CHOICE = 450  # + what is chosen
    USE = 470
    LOBBY = 490
    MODIFY = 512  # + 7 * tool + face
    GOLD = 1700  # + amount
    SHARE = 2700  # + amount


OPTIONS = 2724
TOOL_FACES = FACES + 1
TOOL_ABILITY = 1  # tools of a check: 0 the Skill Upgrade, then Adventurers, then Boons
TOOL_BOON = TOOL_ABILITY + ADVENTURERS
TOOL_SPARE = TOOL_BOON + CONTRACTS  # re-rolls that a Boon left
OFFER = 1024  # room for the options of one decision


class Cause(IntEnum):
    """Why a Guild misses out on its objective."""

    TAKEN = 0
    RANK = 1
    LOW_BID = 2
    OUTBID = 3


class EventKind(IntEnum):
    """What a row of the event log tells."""

    ROUND = 1
    GUILD = 2
    SIDE = 3
    PLACE = 4
    FAME_DIE = 5
    EVENT = 6
    DRAW = 7
    ABILITY = 8
    PLANNED = 9
    ORDER = 10
    SENT = 11
    MISS = 12
    CARRY_OUT = 13
    RENOUNCE = 14
    BUILD = 15
    HIRE = 16
    RECRUIT = 17
    ROLL = 18
    TOOL = 19
    RESULT = 20
    TIE = 21
    PROPOSE = 22
    SHARE = 23
    ACCEPT = 24
    DECLINE = 25
    AGREE = 26
    STANCE = 27
    AIM = 28
    JOIN = 29
    COMPLETE = 30
    FAIL = 31
    ATTEMPT = 32
    WANDER = 33
    KEEP = 34
    REPLACE = 35
    GOLD = 36
    FAME = 37
    OFFER = 38
    CHOOSE = 39
    PEEK = 40
    SWAP = 41
    BOON = 42
    INCOME = 43
    DISCARD = 44
    REVEAL = 45
    SCORE = 46
    END = 47
    GOLD_ANNOUNCED = 48
    PASS = 49
    LASTING = 50
    DISMISS = 51
    TURN_UP = 52
    TOGETHER = 53
    FACE_BONUS = 54


#: What the numbers of a row mean.
LOG_FIELDS: dict[EventKind, tuple[str, ...]] = {
    EventKind.ROUND: ("number",),
    EventKind.GUILD: ("guild",),
    EventKind.SIDE: ("skill", "side"),
    EventKind.PLACE: ("contract", "spot"),
    EventKind.FAME_DIE: ("die",),
    EventKind.EVENT: ("contract",),
    EventKind.DRAW: ("contract",),
    EventKind.ABILITY: ("adventurer",),
    EventKind.PLANNED: (),
    EventKind.ORDER: ("space", "objective", "gold"),
    EventKind.SENT: ("space", "adventurer"),
    EventKind.MISS: ("space", "objective", "cause"),
    EventKind.CARRY_OUT: ("space", "objective"),
    EventKind.RENOUNCE: ("space", "objective"),
    EventKind.BUILD: ("upgrade", "side"),
    EventKind.HIRE: ("builders", "gold"),
    EventKind.RECRUIT: ("adventurer", "gold"),
    EventKind.ROLL: ("skill", "faces"),
    EventKind.TOOL: ("tool", "face", "new_face"),
    EventKind.RESULT: ("total", "target"),
    EventKind.TIE: ("face", "new_face"),
    EventKind.PROPOSE: ("holder", "use", "keeper"),
    EventKind.SHARE: ("other", "gold"),
    EventKind.ACCEPT: (),
    EventKind.DECLINE: (),
    EventKind.AGREE: (),
    EventKind.STANCE: ("stance",),
    EventKind.AIM: ("skill",),
    EventKind.JOIN: ("adventurer", "skill"),
    EventKind.COMPLETE: ("contract", "gold", "fame"),
    EventKind.FAIL: ("contract",),
    EventKind.ATTEMPT: ("contract",),
    EventKind.WANDER: ("gold", "fame"),
    EventKind.KEEP: ("contract",),
    EventKind.REPLACE: ("spot", "deck"),
    EventKind.GOLD: ("gold",),
    EventKind.FAME: ("fame",),
    EventKind.OFFER: ("op", "choice", "gold"),
    EventKind.CHOOSE: ("op", "choice"),
    EventKind.PEEK: ("contract",),
    EventKind.SWAP: ("contract", "spot"),
    EventKind.BOON: ("contract",),
    EventKind.INCOME: ("gold",),
    EventKind.DISCARD: ("contract",),
    EventKind.REVEAL: ("contract", "spot"),
    EventKind.SCORE: ("gold", "prestige"),
    EventKind.END: (),
    EventKind.GOLD_ANNOUNCED: ("gold",),
    EventKind.PASS: (),
    EventKind.LASTING: ("contract",),
    EventKind.DISMISS: ("adventurer", "objective"),
    EventKind.TURN_UP: ("adventurer", "objective"),
    EventKind.TOGETHER: ("skill", "total", "target"),
    EventKind.FACE_BONUS: ("adventurer", "bonus"),
}

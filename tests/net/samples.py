"""
One of everything that can go over the wire, for the golden file and for fuzzing.

After a change of the protocol, and of its version: python -m tests.net.samples
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from lanuno.bots import Strength
from lanuno.bots.thought import Motive
from lanuno.net import messages as net
from lanuno.net.codec import frame
from lanuno.net.manners import Manners
from lanuno.net.messages import PROTOCOL
from lanuno.net.talk import Expression
from lanuno.net.text import ChatText, PlayerName, TableName
from lanuno.uno import actions, events, view
from lanuno.uno.cards import Card, Color, cards
from lanuno.uno.rules import Rules

if TYPE_CHECKING:
    from lanuno.net.messages import Notice, Request

GOLDEN = Path(__file__).parent / "golden" / f"protocol-{PROTOCOL}.txt"

HEX = 4 * "0123456789abcdef"
TABLE = "00c0ffee00c0ffee"

HOUSE = Rules(
    hand_size=5,
    first_reverse="dealer",
    first_wild="redraw",
    must_play=True,
    drawn_card="may",
    bluffing=False,
    challenge_by="victim",
    uno_penalty=4,
    illegal_play="refuse",
    stacking="any",
    jump_in=True,
    seven_zero=True,
    draw_until_playable=True,
    teams=True,
    target=200,
    rounds=3,
    turn_seconds=30,
)
"""Every switch away from its default."""

STRICT = Manners(late=False, spectators=False, hints=False, chat=False)
"""Nothing that is usually allowed is."""

ACTIONS = (
    actions.Play(Card.R5),
    actions.Play(Card.W_PLUS, Color.BLUE, uno=True),
    actions.Play(Card.R7, swap=2),
    actions.Draw(),
    actions.Pass(),
    actions.PickColor(Color.GREEN),
    actions.Challenge(),
    actions.Accept(),
    actions.CallUno(),
    actions.Catch(2),
    actions.NextRound(),
)

RESULT = events.RoundResult(
    round=2,
    winner=1,
    last=Card.Y_PLUS,
    hands=(cards("R5 W"), (), cards("G0")),
    values=(55, 0, 0),
    points=55,
    scores=(20, 155, 0),
)

EVENTS = (
    events.RoundBegan(round=2, dealer=0),
    events.FirstCardTurned(Card.W_PLUS, returned=True),
    events.FirstCardTurned(Card.GR),
    events.TurnBegan(1),
    events.JumpedIn(2),
    events.CardPlayed(1, Card.R5),
    events.CardPlayed(1, Card.W, Color.YELLOW),
    events.ColorPicked(0, Color.RED),
    *(events.CardsDrawn(2, 1, 4, why) for why in events.Why),
    events.TurnPassed(2),
    events.PlayerSkipped(0),
    events.DirectionTurned(-1),
    events.HandsSwapped(0, other=2),
    events.HandsPassed(-1),
    events.PlayRefused(1),
    events.ChallengeOpened(offender=0, victim=1),
    events.ChallengeOpened(offender=0, victim=1, count=6),
    events.StackGrew(victim=2, count=8),
    events.DrawFourAccepted(1),
    events.ChallengeJudged(challenger=2, offender=0, guilty=True),
    events.UnoCalled(1),
    events.PlayerCaught(1, by=0),
    events.UnoMissed(1),
    events.PileReshuffled(72),
    events.PlayerJoined(2),
    events.PlayerLeft(2),
    events.RoundEnded(RESULT),
    events.RoundEnded(replace(RESULT, winner=None)),
    *(events.GameEnded((1,), why) for why in events.End),
)

PHASES = (
    view.Playing(),
    view.Drew(),
    view.PickingColor(),
    view.Challengeable(offender=0, victim=1),
    view.Challengeable(offender=0, victim=1, count=6),
    view.Stacked(2),
    view.Stacked(10, wild=True),
    view.RoundOver(RESULT),
    view.GameOver((1, 2), events.End.TARGET, ranking=(1, 2, 0), result=RESULT),
    view.GameOver((1,), events.End.WALKOVER, ranking=(1, 0, 2), result=None),
)

PLAIN = view.View(
    seat=None,
    version=0,
    round=1,
    phase=view.Playing(),
    turn=1,
    dealer=0,
    direction=1,
    top=Card.B7,
    color=Color.BLUE,
    pile=86,
    discard=1,
    counts=(7, 7, 7),
    scores=(0, 0, 0),
    wins=(0, 0, 0),
)
"""A spectator's, at the beginning of a game."""

FULL = replace(
    PLAIN,
    seat=1,
    version=31,
    color=None,
    direction=-1,
    called=(0,),
    owing=(2,),
    gone=(2,),
    partners=(2, 1, 0),
    hand=cards("R5 R+ W"),
    drawn=Card.W,
    legal=ACTIONS,
    shown=view.Shown(0, cards("R1 Y0")),
)
"""Everything that a view can hold, though never all at once."""

CHAIRS = (
    net.Chair(PlayerName("Љубиша")),
    net.Chair(PlayerName("Ada"), bot=True, strength=Strength.EASY, ready=True),
    net.Chair(PlayerName("Ana (2)"), here=False, stop=True, gone=True, stand_in=True),
    net.Chair(PlayerName("Ivo"), weak=True),
)

NEWCOMERS = (
    net.Newcomer(PlayerName("Eva"), here=False),
    net.Newcomer(PlayerName("Лука"), bot=True),
)

REQUESTS: tuple[Request, ...] = (
    net.Ask(),
    net.Join(PlayerName("Ana")),
    net.Prove(HEX + "ff"),
    net.Confirm(HEX, HEX[::-1], HEX + HEX[::-1]),
    net.Resume(HEX, HEX[::-1] + HEX),
    net.Watch(),
    net.Ready(ready=True),
    net.AddBot(),
    net.AddBot(Strength.HARD),
    net.Remove(3),
    *(net.Remove(3, reason) for reason in net.Removal),
    net.Dismiss(0),
    net.Dismiss(9, net.Removal.ROOM),
    net.Move(3, to=0),
    net.SetStrength(2, Strength.HARD),
    net.TakeOver(bot=True),
    net.SetRules(Rules()),
    net.SetRules(HOUSE),
    net.SetManners(Manners()),
    net.SetManners(STRICT),
    net.Start(),
    *(net.Act(17, action) for action in ACTIONS),
    *(net.Act(0, actions.Play(card)) for card in Card),
    net.Hint(),
    net.Stop(agree=True),
    net.Rematch(),
    net.Rematch(lobby=True),
    net.Say(ChatText("Ајде, Ana!")),
    *(net.React(expression) for expression in Expression),
    net.Leave(),
    net.Here(),
)

NOTICES: tuple[Notice, ...] = (
    *(
        net.TableInfo(
            TABLE, TableName("Kitchen"), stage, seated=3, bots=1, seats=10, rules=Rules(target=200)
        )
        for stage in net.Stage
    ),
    net.TableInfo(
        TABLE,
        TableName("Attic"),
        net.Stage.LOBBY,
        0,
        0,
        seats=10,
        rules=Rules(),
        private=True,
        manners=STRICT,
    ),
    net.Hello(TABLE, HEX, private=False),
    net.Hello(TABLE, HEX[::-1], private=True),
    net.Proven(HEX[::-1] + "ff"),
    net.Confirmed(HEX),
    net.Confirmed(None),
    net.Guessed(7),
    *(net.Advice(17, ACTIONS[0], motive, 2, 40) for motive in Motive),
    net.Alive(),
    net.Welcome(TABLE, TableName("Kitchen")),
    net.Lobby(net.Stage.LOBBY, Rules(), ()),
    net.Lobby(net.Stage.PLAYING, HOUSE, CHAIRS, you=0, leader=0, manners=STRICT),
    net.Lobby(net.Stage.PLAYING, HOUSE, CHAIRS, newcomers=NEWCOMERS, newcomer=1, spectators=7),
    net.Spoke(2, ChatText("Uno, zar ne?")),
    *(net.Reacted(9, expression) for expression in Expression),
    net.Update(PLAIN),
    net.Update(FULL, EVENTS, seconds=12.5),
    *(net.Update(PLAIN, (event,)) for event in EVENTS),
    *(net.Update(replace(PLAIN, phase=phase)) for phase in PHASES),
    *(net.ActionRefused(reason) for reason in actions.Reason),
    *(net.Refused(why) for why in net.Why),
    *(net.Closed(end) for end in net.End),
    *(net.Closed(net.End.REMOVED, reason) for reason in net.Removal),
)


def golden() -> str:
    """Every sample with its frame in hex, a line each."""
    lines = [f"{frame(message).hex()} {message!r}" for message in (*REQUESTS, *NOTICES)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(golden(), encoding="utf-8", newline="\n")

"""Tell what happened, event by event."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from lanuno.language import _, ngettext
from lanuno.narration.sentence import Sentence, say
from lanuno.narration.words import FOUR, card_name, color_word, is_team, player, players
from lanuno.uno import events
from lanuno.uno.cards import Color
from lanuno.uno.events import End, Event, Why

if TYPE_CHECKING:
    from collections.abc import Sequence


def narrate(
    event: Event, names: Sequence[str], me: int | None = None, partners: Sequence[int] = ()
) -> Sentence | None:
    """
    *event* in a sentence; None for what tells itself (whose turn it is).

    *names* and *partners* are by seat; the player on seat *me* is called "you".

    >>> narrate(events.TurnPassed(1), ("Ana", "Boris"))
    'Boris passes.'
    >>> narrate(events.TurnPassed(1), ("Ana", "Boris"), me=1)
    'You pass.'
    """
    teller = _Teller(names, me, partners)
    match event:
        case events.TurnBegan():
            return None
        case events.RoundBegan() | events.RoundEnded() | events.GameEnded():
            return teller.frame(event)
        case (
            events.ChallengeOpened()
            | events.StackGrew()
            | events.DrawFourAccepted()
            | events.ChallengeJudged()
            | events.UnoCalled()
            | events.PlayerCaught()
            | events.UnoMissed()
        ):
            return teller.dispute(event)
        case events.CardsDrawn():
            return teller.drawing(event)
        case (
            events.FirstCardTurned()
            | events.JumpedIn()
            | events.CardPlayed()
            | events.ColorPicked()
            | events.PlayRefused()
        ):
            return teller.play(event)
        case _:
            return teller.flow(event)


class _Teller:
    """Knows who is who, and who is listening."""

    def __init__(self, names: Sequence[str], me: int | None, partners: Sequence[int]) -> None:
        self.names = names
        self.me = me
        self.partners = partners

    def frame(self, event: events.RoundBegan | events.RoundEnded | events.GameEnded) -> Sentence:
        match event:
            case events.RoundBegan(round=number, dealer=dealer):
                return self._of(
                    dealer,
                    _("Round {number} begins: you deal."),
                    _("Round {number} begins: {name} deals."),
                    number=number,
                )
            case events.RoundEnded(result=result):
                if result.winner is None:
                    return say(_("Nobody could move any more: the round is worth nothing."))
                return self._round_won(result.winner, result.points)
            case events.GameEnded(winners=winners, why=why):
                return self._game_ended(winners, why)
            case _:
                assert_never(event)

    def play(
        self,
        event: events.FirstCardTurned
        | events.JumpedIn
        | events.CardPlayed
        | events.ColorPicked
        | events.PlayRefused,
    ) -> Sentence:
        match event:
            case events.FirstCardTurned(card=card, returned=returned):
                told = _("The first card is {card}.")
                if returned:
                    told = _("{card} came first: it goes back, and another card is turned.")
                return say(told, card=card_name(card))
            case events.JumpedIn(seat=seat):
                return self._of(seat, _("You jump in!"), _("{name} jumps in!"))
            case events.CardPlayed(seat=seat, card=card, color=Color() as color):
                return self._of(
                    seat,
                    _("You play {card} and choose {color}."),
                    _("{name} plays {card} and chooses {color}."),
                    card=card_name(card),
                    color=color_word(color),
                )
            case events.CardPlayed(seat=seat, card=card):
                return self._of(
                    seat, _("You play {card}."), _("{name} plays {card}."), card=card_name(card)
                )
            case events.ColorPicked(seat=seat, color=color):
                return self._of(
                    seat,
                    _("You choose {color}."),
                    _("{name} chooses {color}."),
                    color=color_word(color),
                )
            case events.PlayRefused(seat=seat):
                return self._of(
                    seat,
                    _("Your card did not fit: you take it back."),
                    _("{name} played a card that did not fit, and takes it back."),
                )
            case _:
                assert_never(event)

    def flow(
        self,
        event: events.TurnPassed
        | events.PlayerSkipped
        | events.HandsSwapped
        | events.HandsPassed
        | events.DirectionTurned
        | events.PileReshuffled
        | events.PlayerJoined
        | events.PlayerLeft,
    ) -> Sentence:
        match event:
            case events.TurnPassed(seat=seat):
                return self._of(seat, _("You pass."), _("{name} passes."))
            case events.PlayerSkipped(seat=seat):
                return self._of(seat, _("You are skipped."), _("{name} is skipped."))
            case events.HandsSwapped(seat=seat, other=other):
                return self._swapped(seat, other)
            case events.HandsPassed(direction=direction):
                if direction > 0:
                    return say(_("All hands are passed on, clockwise."))
                return say(_("All hands are passed on, counterclockwise."))
            case events.DirectionTurned(direction=direction):
                if direction > 0:
                    return say(_("Play turns: clockwise from now on."))
                return say(_("Play turns: counterclockwise from now on."))
            case events.PileReshuffled(count=count):
                told = ngettext(
                    "The discard pile is shuffled: {n} card to draw.",
                    "The discard pile is shuffled: {n} cards to draw.",
                    count,
                )
                return say(told, n=count)
            case events.PlayerJoined(seat=seat):
                return self._of(seat, _("You join the game."), _("{name} joins the game."))
            case events.PlayerLeft(seat=seat):
                return self._of(seat, _("You have left the game."), _("{name} has left the game."))
            case _:
                assert_never(event)

    def dispute(
        self,
        event: events.ChallengeOpened
        | events.StackGrew
        | events.DrawFourAccepted
        | events.ChallengeJudged
        | events.UnoCalled
        | events.PlayerCaught
        | events.UnoMissed,
    ) -> Sentence:
        match event:
            case events.StackGrew(victim=victim, count=count):
                return self._stacked(victim, count)
            case events.ChallengeOpened(victim=victim, count=count):
                return self._challengeable(victim, count)
            case events.DrawFourAccepted(seat=seat):
                return self._of(seat, _("You accept."), _("{name} accepts."))
            case events.ChallengeJudged(challenger=challenger, offender=offender, guilty=guilty):
                return self._judged(challenger, offender, guilty=guilty)
            case events.UnoCalled(seat=seat):
                return self._of(seat, _("You say: Uno!"), _("{name} says: Uno!"))
            case events.PlayerCaught(seat=seat, by=by):
                if by == self.me:
                    return say(_("You catch {name}: no Uno call!"), name=self._name(seat))
                return self._of(
                    seat,
                    _("{by} catches you: no Uno call!"),
                    _("{by} catches {name}: no Uno call!"),
                    by=self._name(by),
                )
            case events.UnoMissed(seat=seat):
                return self._of(
                    seat,
                    _("You forgot to say Uno, and nobody noticed."),
                    _("{name} forgot to say Uno, and nobody noticed."),
                )
            case _:
                assert_never(event)

    def drawing(self, event: events.CardsDrawn) -> Sentence:
        if event.count == 0:
            return self._of(
                event.seat,
                _("You should draw, but no cards are left."),
                _("{name} should draw, but no cards are left."),
            )
        mine = event.seat == self.me
        template = _drawn_by_me(event) if mine else _drawn_by_others(event)
        return say(template, name=self._name(event.seat), n=event.count)

    def _judged(self, challenger: int, offender: int, *, guilty: bool) -> Sentence:
        if guilty and offender == self.me:
            return say(_("{name} challenges you: caught bluffing!"), name=self._name(challenger))
        if offender == self.me:
            return say(_("{name} challenges you: wrongly."), name=self._name(challenger))
        found = (
            _("{challenger} challenges {offender}: a bluff!")
            if guilty
            else _("{challenger} challenges {offender}: wrongly.")
        )
        found_by_me = (
            _("You challenge {offender}: a bluff!")
            if guilty
            else _("You challenge {offender}: wrongly.")
        )
        return say(
            found_by_me if challenger == self.me else found,
            challenger=self._name(challenger),
            offender=self._name(offender),
        )

    def _swapped(self, seat: int, other: int) -> Sentence:
        if other == self.me:
            return say(_("{name} swaps hands with you."), name=self._name(seat))
        return self._of(
            seat,
            _("You swap hands with {whom}."),
            _("{name} swaps hands with {whom}."),
            whom=self._name(other),
        )

    def _stacked(self, victim: int, count: int) -> Sentence:
        mine = ngettext("You take {n} card, or add one.", "You take {n} cards, or add one.", count)
        other = ngettext(
            "{name} takes {n} card, or adds one.", "{name} takes {n} cards, or adds one.", count
        )
        return self._of(victim, mine, other, n=count)

    def _challengeable(self, victim: int, count: int) -> Sentence:
        if count == FOUR:
            mine = _("You take four cards, or challenge it.")
            other = _("It is up to {name}: four cards, or a challenge.")
        else:
            mine = ngettext(
                "You take {n} card, or challenge it.", "You take {n} cards, or challenge it.", count
            )
            other = ngettext(
                "It is up to {name}: {n} card, or a challenge.",
                "It is up to {name}: {n} cards, or a challenge.",
                count,
            )
        return self._of(victim, mine, other, n=count)

    def _round_won(self, winner: int, points: int) -> Sentence:
        if not self.partners:
            return self._of(
                winner,
                _("You win the round: {points} points."),
                _("{name} wins the round: {points} points."),
                points=points,
            )
        team = winner, self.partners[winner]
        if self.me in team:
            other = self._name(team[1] if team[0] == self.me else team[0])
            told = _("You and {name} win the round: {points} points.")
            return say(told, name=other, points=points)
        who = players(self.names, sorted(team))
        return say(_("{names} win the round: {points} points."), names=who, points=points)

    def _game_ended(self, winners: tuple[int, ...], why: End) -> Sentence:
        who = players(self.names, winners)
        if why is End.WALKOVER:
            return say(_("Everybody else has left: the game is over."))
        if len(winners) == 1:
            return self._of(winners[0], _("You win the game!"), _("{name} wins the game!"))
        if is_team(winners, self.partners):
            if self.me in winners:
                other = self._name(self.partners[self.me])
                return say(_("You and {name} win the game!"), name=other)
            return say(_("{names} win the game!"), names=players(self.names, sorted(winners)))
        return say(_("{names} share the win!"), names=who)

    def _of(self, seat: int, mine: str, other: str, **parts: str | int) -> Sentence:
        return say(mine if seat == self.me else other, name=self._name(seat), **parts)

    def _name(self, seat: int) -> Sentence:
        return player(self.names, seat)


def _drawn_by_me(event: events.CardsDrawn) -> str:
    n = event.count
    match event.why:
        case Why.BLUFF:
            return ngettext(
                "You draw {n} card for your bluff.", "You draw {n} cards for your bluff.", n
            )
        case Why.WRONG_CHALLENGE:
            return ngettext(
                "You draw {n} card for the wrong challenge.",
                "You draw {n} cards for the wrong challenge.",
                n,
            )
        case Why.CAUGHT:
            return ngettext(
                "You draw {n} card for the missing call.",
                "You draw {n} cards for the missing call.",
                n,
            )
        case Why.MISPLAY:
            return ngettext(
                "You draw {n} card for the mistake.", "You draw {n} cards for the mistake.", n
            )
        case Why.TURN | Why.DRAW_TWO | Why.DRAW_FOUR | Why.STACK:
            return ngettext("You draw {n} card.", "You draw {n} cards.", n)
        case _:
            assert_never(event.why)


def _drawn_by_others(event: events.CardsDrawn) -> str:
    n = event.count
    match event.why:
        case Why.BLUFF:
            return ngettext(
                "{name} draws {n} card for the bluff.", "{name} draws {n} cards for the bluff.", n
            )
        case Why.WRONG_CHALLENGE:
            return ngettext(
                "{name} draws {n} card for the wrong challenge.",
                "{name} draws {n} cards for the wrong challenge.",
                n,
            )
        case Why.CAUGHT:
            return ngettext(
                "{name} draws {n} card for the missing call.",
                "{name} draws {n} cards for the missing call.",
                n,
            )
        case Why.MISPLAY:
            return ngettext(
                "{name} draws {n} card for the mistake.",
                "{name} draws {n} cards for the mistake.",
                n,
            )
        case Why.TURN | Why.DRAW_TWO | Why.DRAW_FOUR | Why.STACK:
            return ngettext("{name} draws {n} card.", "{name} draws {n} cards.", n)
        case _:
            assert_never(event.why)

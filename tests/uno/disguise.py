"""The same game with other hidden cards: whoever can tell them apart has seen too much."""

from lanuno.uno import Challengeable


def disguised(game, seat, chance, *, holding=None):
    """
    A copy of *game* with all that *seat* cannot see dealt anew.

    *holding* is a seat and a card that it shall hold: the card that everybody is about to see.
    """
    copy = game.copy()
    state = copy._state
    hidden = [holder for holder in range(game.players) if holder != seat]
    places = {None: state.pile} | {holder: state.hands[holder] for holder in hidden}
    pool = [card for place in places.values() for card in place]
    chance.shuffle(pool)
    dealt = {holder: [pool.pop() for _ in place] for holder, place in places.items()}
    if holding and holding[0] != seat and holding[1] not in dealt[holding[0]]:
        holder, card = holding
        place = next(place for place in dealt.values() if card in place)
        place[place.index(card)], dealt[holder][0] = dealt[holder][0], card
    state.pile[:] = dealt[None]
    for holder in hidden:
        state.hands[holder] = type(state.hands[holder])(dealt[holder])
    if isinstance(game.phase, Challengeable) and game.phase.offender != seat:
        state.judged, state.guilty = tuple(dealt[game.phase.offender]), not state.guilty
    return copy


def sees(game, seat):
    """All that *seat*, or a spectator, can know and do."""
    return game.look(seat), () if seat is None else game.legal(seat)

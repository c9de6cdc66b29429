"""
Every limit for what comes from other machines, in one place.

Over one of them a peer is refused, slowed down or hung up on, with a reason where somebody
listens; nobody else notices.
"""

from __future__ import annotations

# People

SEATS_MAX = 10
"""Chairs at a table (R2)."""

# Connections

STRANGERS_MAX = 16
STRANGERS_PER_ADDRESS_MAX = 8
"""Connections that have not proven yet who they are; counted before TLS, and dropped above."""
CONNECTIONS_MAX = 256
"""Connections that have come in, lookers-on included; who has a seat comes in above it too."""
WATCHERS_MAX = 200
"""Who looks on, so that there are places left for those who want to sit down."""
LAG_SECONDS = 0.01
"""How long those who look on are told nothing, so that those who play hear it before."""
WATCHERS_AT_ONCE = 4
"""How many who look on are told something in one go: those who play come in between."""
LAG_MAX = 4000
"""How many notices may wait for those who look on; with more, all are told at once."""
ACCEPT_PAUSE_SECONDS = 1.0
"""How long no connection is taken when the system has no room for one."""

# How long something may take

STRANGER_SECONDS = 10.0
"""How long a new connection may take to come in, waiting for the answer to a guess included."""
FRAME_SECONDS = 10.0
"""How long a frame that has begun may take to arrive."""
CLOSE_SECONDS = 1.0
"""How long a peer may take to read what was said last."""
ANSWER_SECONDS = 5.0
"""How long a table may take to answer before it counts as not there."""

# Bytes

STRANGER_BYTES_MAX = 1024
"""The largest body from somebody who has no seat yet."""
REQUEST_BYTES_MAX = 16 * 1024
STRANGER_NOTICE_BYTES_MAX = 4096
"""The largest body of what a table says before it has let us in: we ask many, and know none."""
NOTICE_BYTES_MAX = 256 * 1024
INBOX_BYTES_MAX = 64 * 1024
"""What may have come that nobody has asked for yet; then the other side has to wait."""
OUTBOX_BYTES_MAX = 256 * 1024
"""What may wait for a peer that reads too slowly; more than that, and it is cut off."""
TLS_OUTBOX_BYTES_MAX = 1024 * 1024
"""The same with all that the encryption says by itself, which a peer can ask for."""

# Inside a message

KEYS_MAX = 64
VALUES_MAX = 256
"""In one map, and in one array."""
STRING_BYTES_MAX = 4096

# How often

REQUESTS_PER_SECOND = 20
REQUESTS_AT_ONCE = 40
"""How many requests a peer may send in one go before it is slowed down."""
FREE_GUESSES = 3
"""Wrong codes from one address before it has to wait: people mistype."""
WAIT_SECONDS = 0.25, 5.0
"""The first wait, which doubles with every wrong code, and the longest."""
WRONG_AN_HOUR_PER_ADDRESS_MAX = 20
"""Wrong codes in an hour from one address; after that none of its own is taken for a while."""
WRONG_AN_HOUR_MAX = 100
"""Wrong codes in an hour, from all addresses together; after that no code is taken for a while."""

SAYINGS_AT_ONCE = 3
"""What one player may say and show at the table in one go; more is refused."""
SAYING_SECONDS = 3.0
"""After how long one more is free."""

# Text, in characters, bytes of UTF-8 and columns of a terminal

PLAYER_NAME = 16, 48, 16
TABLE_NAME = 24, 48, 24
CHAT = 120, 480, 240
MARKS_MAX = 2
"""Accents on one letter."""

# Finding tables

TABLES_MAX = 50
"""Tables in the list; further ones are not heard of."""
NEIGHBORS_MAX = 20
"""Tables at one address, and so those that one program opens."""
PROBES_MAX = 8
"""Tables that are asked at the same time."""
ADVERT_BYTES_MAX = 400
"""What a table says of itself by mDNS."""
ADVERT_ADDRESSES_MAX = 8
ANSWERS_PER_SECOND_MAX = 20
"""That a host gives in all; the other questions go unanswered, and are asked again soon."""
ANSWERS_PER_ADDRESS_MAX = 5
"""Those of them that one address gets."""
ANSWERS_HEARD_MAX = 100
"""To one question, on one network."""
ADDRESSES_MAX = 16
"""Addresses at which a lost table is looked for."""
SWEEP_SECONDS = 2.5
"""For a whole sweep; what answers late is not found."""
CALLS_MAX = 128
"""Calls at once in a sweep: half the open files that some systems allow."""
NETWORKS_MAX = 4
"""That a sweep goes over."""
RECENT_MAX = 20
"""Addresses of tables joined before."""

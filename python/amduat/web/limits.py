"""What one server takes upon itself: every number that bounds something."""

from __future__ import annotations

__all__ = [
    "BOT_SECONDS",
    "BOT_SIMULATIONS",
    "BOT_THREADS",
    "DEFAULT_TURNS",
    "HELD",
    "LISTED",
    "MAX_ACTIONS",
    "MAX_BODY",
    "MAX_CONNECTIONS",
    "MAX_HINTS",
    "MAX_LINES",
    "MAX_LIVE",
    "MAX_PAUSE",
    "MAX_SEARCHES",
    "MAX_TABLES",
    "MAX_TURNS",
    "MEMORY",
    "REQUEST_SECONDS",
    "REVIEW_SECONDS",
    "REVIEW_TOTAL",
    "THINK_SECONDS",
]

#: The longest body of a request, and the longest message on a socket, in bytes.
MAX_BODY = 1 << 20
#: How long a request may take to come in, in seconds, and how many connections may be open: fewer
#: than the files that systems let a program have open, so that there is an answer.
REQUEST_SECONDS = 10.0
MAX_CONNECTIONS = 800
#: How many tables are kept, how many of them are held in memory as long as nobody looks at the
#: others, and how many are listed.
MAX_TABLES = 1000
HELD = 100
LISTED = 50
#: How many sockets may look at one table.
MAX_LIVE = 20
#: After how many turns a game at a table is a draw unless another limit is asked for, and the
#: highest that may be.
DEFAULT_TURNS = 1000
MAX_TURNS = 2000
#: How many hints may be thought about at once.
MAX_HINTS = 16
#: How many actions a game in a request may have.
MAX_ACTIONS = 5000
#: How many searches for analysis may run at once, how long each, with how many lines and how many
#: megabytes of memory.
MAX_SEARCHES = 64
THINK_SECONDS = 60.0
MAX_LINES = 20
MEMORY = 24
#: How many bots think at once; the others wait for their turn.
BOT_THREADS = 4
#: How long a bot at a table may think about an action, and how many simulations it may make.
BOT_SECONDS = 30.0
BOT_SIMULATIONS = 1_000_000
#: The longest pause between two actions of bots, in seconds.
MAX_PAUSE = 5.0
#: How long a review may think about each position, and about all of them, in seconds.
REVIEW_SECONDS = 1.0
REVIEW_TOTAL = 600.0

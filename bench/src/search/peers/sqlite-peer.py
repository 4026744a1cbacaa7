"""SQLite with B-trees, FTS5 and an R*Tree over the orders of bench:search: the same searches.

    sqlite-peer.py --version
    sqlite-peer.py FILE JOB
"""

import itertools
import json
import math
import sqlite3
import sys
import time

from peer_runner import serve, tell, want_orders_from

SCHEMA = """
CREATE TABLE IF NOT EXISTS orders(
  number INTEGER PRIMARY KEY, id TEXT, customer TEXT, seller TEXT, category TEXT, sku TEXT,
  status TEXT, amount INTEGER, rating REAL, createdAt INTEGER, title TEXT,
  latitude REAL, longitude REAL);
CREATE TABLE IF NOT EXISTS tags(number INTEGER, tag TEXT, score REAL);
CREATE TABLE IF NOT EXISTS progress(stage TEXT PRIMARY KEY, seconds REAL);
"""
AMOUNT, RATING = 7, 8
ROWS = "rows"
ROWS_PER_COMMIT = 10_000

# Each index is built in its own transaction after the rows, so that it is sorted and written once.
STAGES = {
    "by id": ["CREATE UNIQUE INDEX by_id ON orders(id)"],
    "by seller": ["CREATE INDEX by_seller ON orders(seller, createdAt, amount)"],
    "by category": ["CREATE INDEX by_category ON orders(category, amount)"],
    "by time": ["CREATE INDEX by_created ON orders(createdAt, amount)"],
    "by status": ["CREATE INDEX by_status ON orders(status, createdAt, number)"],
    "by code": ["CREATE INDEX by_sku ON orders(sku)"],
    "by tag": ["CREATE INDEX by_tag ON tags(tag, score DESC, number)"],
    "titles": [
        "CREATE VIRTUAL TABLE titles USING fts5(title, content='orders', content_rowid='number')",
        "INSERT INTO titles(titles) VALUES('rebuild')",
    ],
    # Neighbouring places follow each other: inserts in random order would rewrite the whole tree.
    "places": [
        "CREATE VIRTUAL TABLE places USING rtree(number, south, north, west, east)",
        "INSERT INTO places SELECT number, latitude, latitude, longitude, longitude FROM orders"
        " ORDER BY CAST(latitude * 200 AS INTEGER), longitude",
    ],
    "statistics": ["ANALYZE"],
}

TITLED = "FROM titles t JOIN orders o ON o.number = t.rowid WHERE titles MATCH ?"
NEAR = """
FROM places p JOIN orders o ON o.number = p.number
WHERE p.south >= ? AND p.north <= ? AND p.west >= ? AND p.east <= ?
  AND metres(o.latitude, o.longitude, ?, ?) <= ?"""
SELLER = "FROM orders o WHERE o.seller = ? AND o.createdAt >= ? AND o.createdAt < ?"
CODES = "FROM orders INDEXED BY by_sku WHERE sku GLOB ?"
TEXT_BOOL = TITLED + " AND o.category = ? AND o.createdAt >= ? AND o.createdAt < ?"
BY_SCORE = " ORDER BY bm25(titles) LIMIT 10"

# The measured statement, the clause that counts its hits, and the column by which the hits are sorted.
SEARCHES = {
    "term-range-sort": (f"SELECT o.* {SELLER} ORDER BY o.amount DESC LIMIT 10", SELLER, AMOUNT),
    "bool-text": (f"SELECT o.* {TEXT_BOOL} {BY_SCORE}", TEXT_BOOL, None),
    "match-and-filter": (
        f"SELECT o.* {TITLED} AND o.status = ? {BY_SCORE}",
        f"{TITLED} AND o.status = ?",
        None,
    ),
    "broad-count": (
        "SELECT count(*) FROM orders WHERE createdAt >= ? AND createdAt < ?",
        "FROM orders WHERE createdAt >= ? AND createdAt < ?",
        None,
    ),
    "group-sum": (
        "SELECT category, count(*), sum(amount) FROM orders GROUP BY category",
        "FROM orders",
        None,
    ),
    "date-histogram": (
        "SELECT strftime('%Y-%m', createdAt / 1000, 'unixepoch') AS month, count(*), sum(amount)"
        " FROM orders GROUP BY month",
        "FROM orders",
        None,
    ),
    "geo-sort": (f"SELECT o.* {NEAR} ORDER BY o.rating DESC LIMIT 10", NEAR, RATING),
    "nested-sort": (
        "SELECT o.*, max(t.score) AS best FROM tags t JOIN orders o ON o.number = t.number"
        " WHERE t.tag = ? GROUP BY o.number ORDER BY best DESC LIMIT 10",
        "FROM (SELECT DISTINCT number FROM tags WHERE tag = ?)",
        None,
    ),
    "wildcard": (
        "SELECT *, count(*) OVER () FROM orders"
        f" WHERE number IN (SELECT number {CODES}) LIMIT 10",
        CODES,
        None,
    ),
}


def metres(latitude, longitude, centre_latitude, centre_longitude):
    def half(degrees):
        return math.sin(math.radians(degrees) / 2) ** 2

    narrowing = math.cos(math.radians(latitude)) * math.cos(math.radians(centre_latitude))
    squared = half(latitude - centre_latitude) + narrowing * half(longitude - centre_longitude)
    return 2 * 6_371_008.7714 * math.asin(math.sqrt(squared))


PAGES = (
    "SELECT createdAt, number{columns} FROM orders WHERE status = 'created'"
    " AND (createdAt, number) > (?, ?) ORDER BY createdAt, number LIMIT ?"
)
CACHE_MB = 1024


def connect(path, clients):
    database = sqlite3.connect(path, isolation_level=None)
    database.create_function("metres", 4, metres, deterministic=True)
    database.execute(f"PRAGMA cache_size = {-1024 * max(64, CACHE_MB // clients)}")
    database.execute("PRAGMA mmap_size = 1073741824")
    return database


def load(path, documents):
    """Returns the seconds of all runs together."""
    database = connect(path, 1)
    # New pages are not journalled, so this costs little and survives a kill.
    database.execute("PRAGMA journal_mode = DELETE")
    database.execute("PRAGMA synchronous = OFF")
    database.executescript(SCHEMA)
    number = database.execute("SELECT ifnull(max(number) + 1, 0) FROM orders").fetchone()[0]
    want_orders_from(number)
    load_rows(database, number, documents)
    finished = {stage for (stage,) in database.execute("SELECT stage FROM progress")}
    for stage, statements in STAGES.items():
        if stage in finished:
            continue
        tell(f"SQLite: {stage}")
        started = time.perf_counter()
        database.execute("BEGIN")
        for statement in statements:
            database.execute(statement)
        note(database, stage, time.perf_counter() - started)
        database.execute("COMMIT")
    seconds = database.execute("SELECT sum(seconds) FROM progress").fetchone()[0]
    database.close()
    return seconds


def load_rows(database, number, documents):
    started = time.perf_counter()
    while number < documents:
        orders, tags = [], []
        for line in itertools.islice(sys.stdin, ROWS_PER_COMMIT):
            *fields, tagged = json.loads(line).values()
            orders.append(fields)
            tags.extend((number, tag["tag"], tag["score"]) for tag in tagged)
            number += 1
        if not orders:
            sys.exit(f"only {number} orders of {documents} came")
        database.execute("BEGIN")
        database.executemany("INSERT INTO orders VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)", orders)
        database.executemany("INSERT INTO tags VALUES(?,?,?)", tags)
        now = time.perf_counter()
        note(database, ROWS, now - started)
        database.execute("COMMIT")
        started = now
        if number % 500_000 < ROWS_PER_COMMIT:
            tell(f"SQLite: {number} of {documents}")


def note(database, stage, seconds):
    database.execute(
        "INSERT INTO progress VALUES(?, ?)"
        " ON CONFLICT(stage) DO UPDATE SET seconds = seconds + excluded.seconds",
        (stage, seconds),
    )


def main():
    if sys.argv[1] == "--version":
        database = sqlite3.connect(":memory:")
        database.execute("CREATE VIRTUAL TABLE t USING fts5(a)")
        database.execute("CREATE VIRTUAL TABLE p USING rtree(n, a, b)")
        print(sqlite3.sqlite_version)
        return
    serve("SQLite", sqlite3.sqlite_version, sys.argv[1], load, connect, SEARCHES, PAGES)


main()

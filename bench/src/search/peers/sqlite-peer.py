"""SQLite with B-trees, FTS5 and an R*Tree over the orders of bench:search: the same kinds of query.

Reads one order as JSON per line from its input, then prints one line of figures.
"""

import json
import os
import random
import sqlite3
import sys
import time

DAY_MS = 86_400_000
FIRST_DAY = 1_704_067_200_000
DAYS = 730
STATUSES = ["created", "paid", "shipped", "delivered", "cancelled"]
SYLLABLES = (
    "ba be bi bo bu da de do di du ka ke ki ko ku la le li lo lu ma me mi mo mu "
    "na ne ni no nu pa pe pi po pu ra re ri ro ru sa se si so su ta te ti to tu"
).split()

SCHEMA = """
CREATE TABLE orders(
  number INTEGER PRIMARY KEY, id TEXT, customer TEXT, seller TEXT, category TEXT, sku TEXT,
  status TEXT, amount INTEGER, rating REAL, createdAt INTEGER, title TEXT,
  latitude REAL, longitude REAL);
CREATE TABLE tags(number INTEGER, tag TEXT, score REAL);
CREATE VIRTUAL TABLE titles USING fts5(title, content='orders', content_rowid='number');
CREATE VIRTUAL TABLE places USING rtree(number, south, north, west, east);
"""

INDEXES = """
CREATE UNIQUE INDEX by_id ON orders(id);
CREATE INDEX by_seller ON orders(seller, createdAt, amount);
CREATE INDEX by_category ON orders(category, amount);
CREATE INDEX by_created ON orders(createdAt, amount);
CREATE INDEX by_status ON orders(status, createdAt, number);
CREATE INDEX by_sku ON orders(sku);
CREATE INDEX by_tag ON tags(tag, score DESC, number);
INSERT INTO titles(titles) VALUES('rebuild');
INSERT INTO places SELECT number, latitude, latitude, longitude, longitude FROM orders;
ANALYZE;
"""

METRES_PER_DEGREE = 111_195.0


def word(rank):
    rest, text = rank + len(SYLLABLES), ""
    while rest > 0:
        text += SYLLABLES[rest % len(SYLLABLES)]
        rest //= len(SYLLABLES)
    return text


def some_word(draw):
    return word(20 + draw.randrange(380))


def days(draw, share):
    length = int(DAYS * share) * DAY_MS
    start = FIRST_DAY + int(draw.random() * (DAYS * DAY_MS - length))
    return start, start + length


def near(draw):
    latitude = 30 + draw.random() * 1.007
    longitude = 120 + draw.random() * 1.168
    south, east = 1000 / METRES_PER_DEGREE, 1000 / METRES_PER_DEGREE / 0.86
    box = (latitude - south, latitude + south, longitude - east, longitude + east)
    return (*box, latitude, longitude)


NEAR = """
SELECT o.* FROM places p JOIN orders o ON o.number = p.number
WHERE p.south >= ? AND p.north <= ? AND p.west >= ? AND p.east <= ?
  AND metres(o.latitude, o.longitude, ?, ?) <= 1000
ORDER BY o.rating DESC LIMIT 10"""

TEXT_BOOL = """
SELECT o.* FROM titles t JOIN orders o ON o.number = t.rowid
WHERE titles MATCH ? AND o.category = ? AND o.createdAt >= ? AND o.createdAt < ?
ORDER BY bm25(titles) LIMIT 10"""

TEXT_FILTER = """
SELECT o.* FROM titles t JOIN orders o ON o.number = t.rowid
WHERE titles MATCH ? AND o.status = ? ORDER BY bm25(titles) LIMIT 10"""

TAGGED = """
SELECT o.*, max(t.score) AS best FROM tags t JOIN orders o ON o.number = t.number
WHERE t.tag = ? GROUP BY o.number ORDER BY best DESC LIMIT 10"""

QUERIES = {
    "term-range-sort": (
        "SELECT * FROM orders WHERE seller = ? AND createdAt >= ? AND createdAt < ?"
        " ORDER BY amount DESC LIMIT 10",
        lambda draw: ("s%04d" % draw.randrange(5000), *days(draw, 0.25)),
    ),
    "bool-text": (
        TEXT_BOOL,
        lambda draw: (
            some_word(draw),
            "category-%03d" % int(200 * draw.random() ** 3),
            *days(draw, 0.25),
        ),
    ),
    "match-and-filter": (
        TEXT_FILTER,
        lambda draw: (some_word(draw) + " AND " + some_word(draw), draw.choice(STATUSES)),
    ),
    "broad-count": (
        "SELECT count(*) FROM orders WHERE createdAt >= ? AND createdAt < ?",
        lambda draw: days(draw, 0.4),
    ),
    "group-sum": ("SELECT category, count(*), sum(amount) FROM orders GROUP BY category", None),
    "date-histogram": (
        "SELECT strftime('%Y-%m', createdAt / 1000, 'unixepoch') AS month, count(*), sum(amount)"
        " FROM orders GROUP BY month",
        None,
    ),
    "geo-sort": (NEAR, near),
    "nested-sort": (TAGGED, lambda draw: ("tag-%04d" % draw.randrange(1000),)),
    "wildcard": (
        "SELECT *, count(*) OVER () FROM orders WHERE number IN"
        " (SELECT number FROM orders INDEXED BY by_sku WHERE sku GLOB ?) LIMIT 10",
        lambda draw: (
            "*"
            + "".join(draw.choice("0123456789abcdefghijklmnopqrstuvwxyz") for _ in range(4))
            + "*",
        ),
    ),
}


def metres(south, west, north, east):
    """Of an equal-area sheet; at 1 km the difference to the sphere is below a metre."""
    import math

    x = math.radians(east - west) * math.cos(math.radians((north + south) / 2))
    y = math.radians(north - south)
    return 6_371_008.8 * math.hypot(x, y)


def load(database, path):
    started = time.perf_counter()
    database.executescript(SCHEMA)
    orders, tags, number = [], [], 0
    for line in sys.stdin:
        order = json.loads(line)
        tags.extend((number, tag["tag"], tag["score"]) for tag in order.pop("tags"))
        names = ("id", "customer", "seller", "category", "sku", "status", "amount", "rating")
        more = ("createdAt", "title", "latitude", "longitude")
        orders.append((number, *(order[name] for name in names + more)))
        number += 1
        if len(orders) == 10_000:
            insert(database, orders, tags)
    insert(database, orders, tags)
    database.executescript(INDEXES)
    database.commit()
    return number / (time.perf_counter() - started), os.path.getsize(path) / max(1, number)


def insert(database, orders, tags):
    database.executemany("INSERT INTO orders VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)", orders)
    database.executemany("INSERT INTO tags VALUES(?,?,?)", tags)
    database.commit()
    orders.clear()
    tags.clear()


def measure(database, name, seconds):
    sql, parameters = QUERIES[name]
    draw = random.Random(7)
    times = []
    until = None
    while until is None or time.perf_counter() < until or len(times) < 3:
        arguments = () if parameters is None else parameters(draw)
        started = time.perf_counter()
        database.execute(sql, arguments).fetchall()
        if until is None:
            until = time.perf_counter() + seconds
        else:
            times.append((time.perf_counter() - started) * 1000)
    return summary(name, times)


def page(database):
    """Pages of 100 by the last row's values, as by a token."""
    times, last, rows = [], (0, -1), 0
    while rows < 100_000:
        started = time.perf_counter()
        found = database.execute(
            "SELECT createdAt, number, * FROM orders WHERE status = 'created'"
            " AND (createdAt, number) > (?, ?) ORDER BY createdAt, number LIMIT 100",
            last,
        ).fetchall()
        times.append((time.perf_counter() - started) * 1000)
        if not found:
            break
        last, rows = found[-1][:2], rows + len(found)
    return summary("paging-100", times)


def summary(name, times):
    total = sum(times) / 1000
    times.sort()
    return {
        "name": name,
        "p50Ms": times[len(times) // 2],
        "p99Ms": times[min(len(times) - 1, int(len(times) * 0.99))],
        "perSecond": len(times) / total,
        "seconds": total,
    }


def main():
    if sys.argv[1] == "--version":
        sqlite3.connect(":memory:").execute("CREATE VIRTUAL TABLE t USING fts5(a)")
        print(sqlite3.sqlite_version)
        return
    path, seconds = sys.argv[1], float(sys.argv[3])
    database = sqlite3.connect(path)
    database.create_function("metres", 4, metres, deterministic=True)
    database.executescript(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA cache_size=-1048576;"
        "PRAGMA mmap_size=1073741824; PRAGMA temp_store=MEMORY"
    )
    rate, size = load(database, path)
    queries = [measure(database, name, seconds) for name in QUERIES]
    queries.append(page(database))
    print(
        json.dumps(
            {
                "version": sqlite3.sqlite_version,
                "loadRowsPerSecond": rate,
                "bytesPerRow": size,
                "queries": queries,
            }
        )
    )


main()

"""DuckDB over the orders of bench:search: the searches that need no text index.

    duckdb-peer.py --version
    duckdb-peer.py FILE JOB
"""

import contextlib
import json
import os
import shutil
import sys
import threading
import time

import duckdb
from peer_runner import serve, want_orders_from

COLUMNS = {
    "number": "BIGINT",
    "id": "VARCHAR",
    "customer": "VARCHAR",
    "seller": "VARCHAR",
    "category": "VARCHAR",
    "sku": "VARCHAR",
    "status": "VARCHAR",
    "amount": "BIGINT",
    "rating": "DOUBLE",
    "createdAt": "BIGINT",
    "title": "VARCHAR",
    "latitude": "DOUBLE",
    "longitude": "DOUBLE",
    "tags": "STRUCT(tag VARCHAR, score DOUBLE)[]",
}
AMOUNT, RATING = 7, 8

SELLER = "FROM orders WHERE seller = $1 AND createdAt >= $2 AND createdAt < $3"
CREATED = "FROM orders WHERE createdAt >= $1 AND createdAt < $2"
HALF_LATITUDE = "pow(sin(radians(latitude - $5) / 2), 2)"
HALF_LONGITUDE = "pow(sin(radians(longitude - $6) / 2), 2)"
NEAR = f"""
FROM orders WHERE latitude BETWEEN $1 AND $2 AND longitude BETWEEN $3 AND $4
AND 2 * 6371008.7714 * asin(sqrt({HALF_LATITUDE}
  + cos(radians(latitude)) * cos(radians($5)) * {HALF_LONGITUDE})) <= $7"""

# The measured statement, the clause that counts its hits, and the column by which the hits are sorted.
SEARCHES = {
    "term-range-sort": (f"SELECT * {SELLER} ORDER BY amount DESC LIMIT 10", SELLER, AMOUNT),
    "broad-count": (f"SELECT count(*) {CREATED}", CREATED, None),
    "group-sum": (
        "SELECT category, count(*), sum(amount) FROM orders GROUP BY category",
        "FROM orders",
        None,
    ),
    "date-histogram": (
        "SELECT strftime(month, '%Y-%m'), counted, total FROM"
        " (SELECT date_trunc('month', epoch_ms(createdAt)) AS month, count(*) AS counted,"
        " sum(amount) AS total FROM orders GROUP BY 1)",
        "FROM orders",
        None,
    ),
    "geo-sort": (f"SELECT * {NEAR} ORDER BY rating DESC LIMIT 10", NEAR, RATING),
    "nested-sort": (
        "SELECT * FROM orders JOIN (SELECT number, max(score) AS best FROM tags WHERE tag = $1"
        " GROUP BY number ORDER BY best DESC LIMIT 10) USING (number) ORDER BY best DESC",
        "FROM (SELECT DISTINCT number FROM tags WHERE tag = $1)",
        None,
    ),
    "wildcard": (
        "SELECT *, count(*) OVER () FROM orders WHERE sku GLOB $1 LIMIT 10",
        "FROM orders WHERE sku GLOB $1",
        None,
    ),
}
PAGES = (
    "SELECT createdAt, number{columns} FROM orders WHERE status = 'created'"
    " AND (createdAt > $1 OR (createdAt = $1 AND number > $2))"
    " ORDER BY createdAt, number LIMIT $3"
)


def connect(path, _clients):
    return duckdb.connect(path, config={"memory_limit": "2GB"})


@contextlib.contextmanager
def piped_input(path):
    """DuckDB opens its input by name, and a parent's pipe may be a socket, which has no name."""
    if os.path.exists(path):
        os.remove(path)
    os.mkfifo(path)

    def copy():
        with open(path, "wb") as pipe:
            shutil.copyfileobj(sys.stdin.buffer, pipe, 1 << 20)

    threading.Thread(target=copy, daemon=True).start()
    try:
        yield path
    finally:
        os.remove(path)


def load(path, documents):
    """Loads everything in one statement, so an interrupted load starts again."""
    state = f"{path}.json"
    if os.path.exists(state):
        want_orders_from(documents)
        with open(state) as file:
            return json.load(file)["seconds"]
    if os.path.exists(path):
        os.remove(path)
    want_orders_from(0)
    started = time.perf_counter()
    database = connect(path, 1)
    database.execute("SET preserve_insertion_order = false")
    columns = ", ".join(f"{name}: '{kind}'" for name, kind in COLUMNS.items())
    with piped_input(f"{path}.pipe") as pipe:
        database.execute(
            "CREATE TABLE orders AS SELECT * FROM"
            f" read_json('{pipe}', format = 'newline_delimited', columns = {{{columns}}})"
        )
    found = database.execute("SELECT count(*) FROM orders").fetchone()[0]
    if found != documents:
        sys.exit(f"only {found} orders of {documents} came")
    database.execute(
        "CREATE TABLE tags AS SELECT number, one.tag AS tag, one.score AS score FROM"
        " (SELECT number, unnest(tags) AS one FROM orders)"
    )
    database.execute("CHECKPOINT")
    database.close()
    seconds = time.perf_counter() - started
    with open(state, "w") as file:
        json.dump({"seconds": seconds}, file)
    return seconds


def main():
    if sys.argv[1] == "--version":
        print(duckdb.__version__)
        return
    serve("DuckDB", duckdb.__version__, sys.argv[1], load, connect, SEARCHES, PAGES)


main()

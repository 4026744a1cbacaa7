"""What the peers of bench:search that run in Python have in common.

Each says in a line how many orders its file has, reads the others from its input, one JSON object
each, and prints its figures in one line. The file is for the next run too, however this one ends.
"""

import calendar
import itertools
import json
import os
import resource
import sys
import threading
import time


# Seconds for all clients: a search that takes longer is not run more often than necessary.
RUNS_MIN = 3
PAGING_SECONDS_MAX = 60


def serve(name, version, path, load, connect, searches, pages):
    """`load` completes the file; `connect` opens it for one of so many clients."""
    with open(sys.argv[2]) as file:
        job = json.load(file)
    documents = job["documents"]
    seconds = load(path, documents)
    database = connect(path, 1)
    asked = [search for search in job["searches"] if search["name"] in searches]
    figures = {
        "name": name,
        "version": version,
        "load": {"seconds": seconds, "documentsPerSecond": documents / seconds},
        "bytesPerDocument": os.path.getsize(path) / documents,
        "answers": {
            search["name"]: answers(database, searches[search["name"]], search, job["compared"])
            for search in asked
        },
        "paging": [
            page(database, pages, 1_000, job["pagedRows"], ""),
            page(database, pages, 100, job["pagedRows"], ", *"),
        ],
    }
    database.close()
    figures["queries"] = []
    for search in asked:
        for clients in job["connections"]:
            sql = searches[search["name"]][0]
            one = measure(path, connect, sql, search, clients, job["seconds"])
            tell(f"{name}, {search['name']}, {clients} clients: p50 {one['p50Ms']:.2f} ms")
            figures["queries"].append(one)
    figures["rssMb"], figures["peakRssMb"] = memory_mb()
    print(json.dumps(figures), flush=True)


def tell(text):
    print(f"  {text}", file=sys.stderr, flush=True)


def want_orders_from(number):
    print(json.dumps({"from": number}), flush=True)


def measure(path, connect, sql, search, clients, seconds):
    """Runs every client in a thread with its own connection."""
    parameters = itertools.cycle(search["arguments"])
    ready = threading.Barrier(clients)
    times, spans, failures = [], [], []

    def run():
        try:
            database = connect(path, clients)
            database.execute(sql, next(parameters)).fetchall()
            ready.wait()
            began = finished = time.perf_counter()
            runs = 0
            while finished < began + seconds or runs < RUNS_MIN / clients:
                started = time.perf_counter()
                database.execute(sql, next(parameters)).fetchall()
                finished = time.perf_counter()
                times.append((finished - started) * 1000)
                runs += 1
            spans.append((began, finished))
            database.close()
        except Exception as error:
            failures.append(error)
            ready.abort()

    before = time.process_time()
    threads = [threading.Thread(target=run) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    cpu = time.process_time() - before
    span = max(finished for _, finished in spans) - min(began for began, _ in spans)
    times.sort()
    return {
        "name": search["name"],
        "connections": clients,
        "p50Ms": times[len(times) // 2],
        "p99Ms": times[min(len(times) - 1, int(len(times) * 0.99))],
        "perSecond": len(times) / span,
        "cpuMs": cpu / (len(times) + clients) * 1000,
    }


def answers(database, statements, search, compared):
    sql, counted, sorted_by = statements
    found = []
    for arguments in search["arguments"][:compared]:
        rows = database.execute(sql, arguments).fetchall()
        total = database.execute(f"SELECT count(*) {counted}", arguments).fetchone()[0]
        values = [] if sorted_by is None else [row[sorted_by] for row in rows]
        found.append({"total": total, "groups": groups(search["name"], rows), "sortValues": values})
    return found


def groups(name, rows):
    if name == "group-sum":
        return sorted((key, count, int(total)) for key, count, total in rows)
    if name == "date-histogram":
        return sorted((str(begin_of(month)), count, int(total)) for month, count, total in rows)
    return []


def begin_of(month):
    return calendar.timegm(time.strptime(month, "%Y-%m")) * 1000


def page(database, pages, rows_per_page, rows_max, columns):
    """Pages after the values of the last row, as with a token."""
    started, last, rows = time.perf_counter(), (0, -1), 0
    while rows < rows_max and time.perf_counter() - started < PAGING_SECONDS_MAX:
        sql = pages.format(columns=columns)
        found = database.execute(sql, (*last, rows_per_page)).fetchall()
        if not found:
            break
        last, rows = found[-1][:2], rows + len(found)
    return {"rowsPerPage": rows_per_page, "rows": rows, "seconds": time.perf_counter() - started}


def memory_mb():
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize() / 1048576, peak
    except OSError:
        return peak, peak

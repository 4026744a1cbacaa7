"""Runs tests through the official Python SDK and prints one JSON line for each."""

import json
import logging
import os
import secrets
import sys
import traceback
from dataclasses import dataclass
from typing import Callable, Optional

from tablestore import (
    PK_AUTO_INCR,
    CapacityUnit,
    DefaultRetryPolicy,
    OTSClient,
    OTSServiceError,
    ReservedThroughput,
    TableMeta,
    TableOptions,
)

# A deviation that allows cells with small timestamps: INT64_MAX / 1000000.
MAX_DEVIATION = 9_223_372_036_854


class Skipped(Exception):
    """Raised by a test that cannot run here."""


@dataclass(frozen=True)
class ConformanceTest:
    operation: str
    feature: str
    name: str
    gap: Optional[str]
    run: Callable


@dataclass(frozen=True)
class Shape:
    """A table's key and options; equal shapes share one table in a run."""

    key: tuple
    time_to_live: int = -1
    max_versions: int = 1
    deviation: int = 86_400
    allow_update: Optional[bool] = None
    local_transactions: bool = False


PLAIN = Shape((("pk", "STRING"),))
VERSIONED = Shape((("pk", "STRING"),), max_versions=10, deviation=MAX_DEVIATION)
NUMBERED = Shape((("pk", "STRING"), ("n", "INTEGER")))
AUTO_INCREMENT = Shape((("pk", "STRING"), ("id", "INTEGER", PK_AUTO_INCR)))


def tests_of(operation):
    """A decorator factory: @test('feature', 'what it does') over a function of one context."""
    collected = []

    def test(feature, name):
        def keep(run):
            collected.append(ConformanceTest(operation, feature, name, None, run))
            return run

        return keep

    return test, collected


def gap(operation, topic, run):
    """A test that expects the server to refuse an operation as unsupported."""
    name = f'{operation} answers "unsupported"'
    return ConformanceTest(operation, "not served yet", name, topic, run)


def refused(call, status, code, text=None):
    """Expects an error. This SDK decodes its code and text and verifies the reply's signature."""
    try:
        value = call()
    except OTSServiceError as error:
        seen = (error.get_http_status(), error.get_error_code(), error.get_error_message())
        wanted = (status, code, seen[2] if text is None else text)
        assert seen == wanted, f"expected {wanted}, got {seen}"
        return
    # Some replies of this SDK cannot be printed.
    raise AssertionError(f"accepted with {type(value).__name__}; expected {status} {code} {text}")


def invalid(call, text=None):
    refused(call, 400, "OTSParameterInvalid", text)


def condition_failed(call):
    refused(call, 403, "OTSConditionCheckFail", "Condition check failed.")


def units(consumed):
    return (consumed.read, consumed.write)


def latest(row):
    """The newest value of every column: the cells of a column are ordered newest first."""
    values = {}
    for name, value, _ in row.attribute_columns if row else []:
        values.setdefault(name, value)
    return values


def versions(row, name):
    return [(stamp, value) for cell, value, stamp in row.attribute_columns if cell == name]


class PatientPolicy(DefaultRetryPolicy):
    """The SDK's retries with shorter waits: the server may limit the rate of table operations."""

    max_retry_delay = 0.3


class Connection:
    def __init__(self, endpoint, instance, key_id, key_secret):
        self.endpoint = endpoint
        self.instance = instance
        self.key_id = key_id
        self.key_secret = key_secret

    def client(self, **changes):
        values = {**self.__dict__, **changes}
        return OTSClient(
            values["endpoint"],
            values["key_id"],
            values["key_secret"],
            values["instance"],
            retry_policy=PatientPolicy(),
            logger_name="conformance",
        )


class Testing:
    """What a test works with."""

    def __init__(self, run, index):
        self._run = run
        self._index = index
        self._own = []
        self.client = run.client
        self.connection = run.connection
        # A text that no other test uses: the partition key of this test's rows.
        self.id = f"{run.prefix}-{index}"

    def table(self, shape):
        """A table shared with other tests; a test uses only rows under its `id`."""
        if shape not in self._run.shared:
            name = f"{self._run.prefix}_shared_{len(self._run.shared)}"
            create_table(self.client, name, shape)
            self._run.shared[shape] = name
        return self._run.shared[shape]

    def filled_table(self, key, shape, fill):
        """A shared table, found by its key, that its first user fills and the others only read."""
        if key not in self._run.shared:
            name = f"{self._run.prefix}_shared_{len(self._run.shared)}"
            self._run.shared[key] = name
            create_table(self.client, name, shape)
            fill(name)
        return self._run.shared[key]

    def table_name(self):
        name = f"{self._run.prefix}_{self._index}_{len(self._own)}"
        self._own.append(name)
        return name

    def own_table(self, shape):
        name = self.table_name()
        create_table(self.client, name, shape)
        return name

    def pk(self, suffix=""):
        return [("pk", self.id + suffix)]

    def numbered(self, n):
        return [("pk", self.id), ("n", n)]

    def drop_own(self):
        for name in self._own:
            drop_table(self.client, name)


# The member of CreateTable that this SDK does not know: field 8, true.
ENABLE_LOCAL_TRANSACTIONS = b"\x40\x01"


def with_local_transactions(message):
    message.MergeFromString(ENABLE_LOCAL_TRANSACTIONS)
    return message


def create_table(client, name, shape):
    encoders = client.protocol.encoder.api_encode_map
    encode = encoders["CreateTable"]
    if shape.local_transactions:
        encoders["CreateTable"] = lambda *given: with_local_transactions(encode(*given))
    try:
        send_create_table(client, name, shape)
    finally:
        encoders["CreateTable"] = encode


def send_create_table(client, name, shape):
    client.create_table(
        TableMeta(name, list(shape.key)),
        TableOptions(
            shape.time_to_live, shape.max_versions, shape.deviation, shape.allow_update
        ),
        ReservedThroughput(CapacityUnit(0, 0)),
    )


def drop_table(client, name):
    """Cleaning up never fails a test; a table that is left over is reported on standard error."""
    try:
        for _, index in client.list_search_index(name):
            client.delete_search_index(name, index)
        client.delete_table(name)
    except Exception as error:
        if getattr(error, "code", "") not in ("OTSObjectNotExist", "OTSParameterInvalid"):
            print(f"{name} was not dropped: {error}", file=sys.stderr)


def outcome(test, testing):
    try:
        test.run(testing)
    except Skipped as reason:
        return "skip", str(reason)
    except Exception as error:  # every failure is a result, not the end of the run
        if test.gap is None:
            return "fail", traceback.format_exc()
        expected = f"Unsupported operation: {test.operation}."
        if isinstance(error, OTSServiceError) and error.get_error_message() == expected:
            return "expected-failure", test.gap
        return "fail", f'expected "{expected}", got {error}'
    if test.gap is not None:
        return "fail", f'{test.operation} is served now: remove the gap "{test.gap}"'
    return "pass", ""


class Run:
    def __init__(self, connection):
        self.connection = connection
        self.client = connection.client()
        self.prefix = f"conformance_{secrets.token_hex(4)}"
        self.shared = {}


def run_tests(tests, wanted):
    logging.getLogger("conformance").addHandler(logging.NullHandler())
    logging.getLogger("conformance").propagate = False
    run = Run(
        Connection(
            os.environ["ROWHOUSE_ENDPOINT"],
            os.environ["ROWHOUSE_INSTANCE"],
            os.environ["ROWHOUSE_ACCESS_KEY_ID"],
            os.environ["ROWHOUSE_ACCESS_KEY_SECRET"],
        )
    )
    for index, test in enumerate(tests):
        title = f"{test.operation} / {test.feature} / {test.name}"
        if wanted.lower() not in title.lower():
            continue
        testing = Testing(run, index)
        status, note = outcome(test, testing)
        testing.drop_own()
        line = {
            "operation": test.operation,
            "feature": test.feature,
            "test": test.name,
            "status": status,
            "note": note,
        }
        print(json.dumps(line), flush=True)
    for name in run.shared.values():
        drop_table(run.client, name)

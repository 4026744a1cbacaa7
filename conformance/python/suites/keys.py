from tablestore import INF_MAX, INF_MIN, Row

from harness import NUMBERED, PLAIN, Shape, invalid, refused, tests_of
from suites.rows import INTEGERS

test, TESTS = tests_of("Primary keys")

FOUR = Shape((("a", "STRING"), ("b", "INTEGER"), ("c", "BINARY"), ("d", "STRING")))


def expect_order(t, kind, ordered):
    """Puts rows in descending order and reads them in both directions."""
    table = t.table(Shape((("pk", "STRING"), ("k", kind))))

    def key(value):
        return [("pk", t.id), ("k", value)]

    for value in reversed(ordered):
        t.client.put_row(table, Row(key(value), [("v", 1)]))
    for direction, start, end, wanted in (
        ("FORWARD", INF_MIN, INF_MAX, ordered),
        ("BACKWARD", INF_MAX, INF_MIN, ordered[::-1]),
    ):
        rows = t.client.get_range(table, direction, key(start), key(end), max_version=1)[2]
        assert [row.primary_key[1][1] for row in rows] == wanted


@test("order of integers", "numeric, over all 64 bits")
def _(t):
    expect_order(t, "INTEGER", sorted(INTEGERS))


@test("order of strings", "by UTF-8 bytes, empty first")
def _(t):
    texts = ["", "\0", "\0\0", "\x01", "A", "a", "a\0", "ab", "b", "ß", "中", "\uffff", "𠮷"]
    expect_order(t, "STRING", sorted(texts, key=lambda text: text.encode()))


@test("order of binaries", "by unsigned bytes, shorter prefix first")
def _(t):
    values = [(), (0,), (0, 0), (0, 1), (0, 255), (1,), (1, 0), (127,), (128,), (255,), (255, 255)]
    expect_order(t, "BINARY", [bytearray(value) for value in values])


@test("size", "1024 bytes in each column, also all zeros")
def _(t):
    table = t.table(FOUR)
    key = [
        ("a", t.id.ljust(1024, "a")),
        ("b", -1),
        ("c", bytearray(1024)),
        ("d", "中" * 341),
    ]
    t.client.put_row(table, Row(key, [("v", 1)]))
    row = t.client.get_row(table, key, max_version=1)[1]
    assert row.primary_key == key


@test("size", "one byte more is refused, also in reads and range bounds")
def _(t):
    table = t.table(PLAIN)
    key = [("pk", "x" * 1025)]
    text = (
        "The length of primary key column: 'pk' exceeds the MaxLength:1024 "
        "with CurrentLength:1025."
    )
    invalid(lambda: t.client.put_row(table, Row(key, [])), text)
    invalid(lambda: t.client.get_row(table, key, max_version=1), text)
    invalid(lambda: t.client.delete_row(table, key), text)


@test("schema", "size, name and type are compared in this order")
def _(t):
    table = t.table(NUMBERED)
    for key, text in (
        ([("pk", t.id)], "Validate PK size fail. Input: 1, Meta: 2."),
        ([("pk", t.id), ("m", "x")], "Validate PK name fail. Input: m, Meta: n."),
        (
            [("pk", t.id), ("n", "x")],
            "Validate PK type fail. Input: VT_STRING, Meta: VT_INTEGER.",
        ),
        (
            [("pk", bytearray(b"x")), ("n", 1)],
            "Validate PK type fail. Input: VT_BLOB, Meta: VT_STRING.",
        ),
    ):
        call = lambda key=key: t.client.put_row(table, Row(key, []))
        refused(call, 400, "OTSInvalidPK", text)


@test("schema", "more than four columns are refused before the table is looked up")
def _(t):
    key = [(name, "x") for name in "abcde"]
    text = "The number of primary key columns must be in range: [1, 4]."
    invalid(lambda: t.client.get_row(t.table_name(), key, max_version=1), text)

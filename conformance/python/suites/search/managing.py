import time
from dataclasses import replace

from tablestore import (
    PK_AUTO_INCR,
    AnalyzerType,
    FieldSchema,
    FieldSort,
    FieldType,
    IndexSetting,
    PrimaryKeySort,
    Row,
    SearchIndexMeta,
    Sort,
    SortOrder,
    SyncPhase,
    TableOptions,
    VectorDataType,
    VectorMetricType,
    VectorOptions,
)

from harness import AUTO_INCREMENT, PLAIN, VERSIONED, invalid, refused, tests_of
from search_index import (
    Index,
    Fixture,
    field,
    shared_index,
    own_index,
    schema,
    virtual,
)

from .fixtures import EVERY_TYPE, NESTED

create, CREATING = tests_of("CreateSearchIndex")
update, UPDATING = tests_of("UpdateSearchIndex")
list_test, LISTING = tests_of("ListSearchIndex")
describe, DESCRIBING = tests_of("DescribeSearchIndex")
delete, DELETING = tests_of("DeleteSearchIndex")

DAY = 86_400
FIELDS = (field("city", FieldType.KEYWORD), field("n", FieldType.LONG))
FIXED = replace(PLAIN, allow_update=False)


def rows(count):
    return {f"{n:03d}": {"city": "x", "n": n} for n in range(count)}


def some(count):
    return Fixture("some", FIELDS, rows(count))


def missing_index(call):
    refused(call, 404, "OTSObjectNotExist", "search index [missing] does not exist")


def missing_table(call, table):
    invalid(call, f"table [{table}] does not exist")


@create("rows that are there already", "are indexed")
def _(t):
    own_index(t, some(250))


@create("no waiting", "table, index, row and search follow each other at once")
def _(t):
    table = t.own_table(PLAIN)
    t.client.create_search_index(table, "index", schema(FIELDS))
    t.client.put_row(table, Row([("pk", "a")], [("city", "x")]))
    assert Index(t.client, table, "index").search().is_all_succeed


@create("several indexes", "of one table; a name may end in _reindex")
def _(t):
    index = own_index(t, some(3))
    t.client.create_search_index(index.table, "index_reindex", schema(FIELDS[:1]))
    Index(t.client, index.table, "index_reindex").wait(3)


@create("existing index", "is refused")
def _(t):
    index = own_index(t, some(0))
    refused(
        lambda: t.client.create_search_index(index.table, "index", schema(FIELDS)),
        409,
        "OTSObjectAlreadyExist",
        "search index [index] already exists",
    )


@create("missing table", "is refused")
def _(t):
    table = t.table_name()
    missing_table(lambda: t.client.create_search_index(table, "index", schema(FIELDS)), table)


@create("schema rules", "wrong schemas are refused")
def _(t):
    table = t.own_table(PLAIN)
    vector = VectorOptions(VectorDataType.VD_FLOAT_32, VectorMetricType.VM_COSINE, 4097)
    part = field("x", FieldType.KEYWORD)
    nested = field("n", FieldType.NESTED, sub_field_schemas=[part])
    for fields, options in (
        ([], {}),
        ([part, part], {}),
        ([field("", FieldType.LONG)], {}),
        ([field("d", FieldType.DATE)], {}),
        ([field("d", FieldType.DATE, date_formats=["no format"])], {}),
        ([field("n", FieldType.NESTED)], {}),
        ([field("v", FieldType.VECTOR)], {}),
        ([field("v", FieldType.VECTOR, vector_options=vector)], {}),
        ([field("k", FieldType.KEYWORD, is_virtual_field=True)], {}),
        ([virtual("n", FieldType.NESTED, "x", sub_field_schemas=[part])], {}),
        ([field("k", FieldType.KEYWORD, analyzer=AnalyzerType.SPLIT)], {}),
        ([field("t", FieldType.TEXT, analyzer="unknown")], {}),
        ([field("k", FieldType.KEYWORD, enable_highlighting=True)], {}),
        (FIELDS, {"routing": ["city"]}),
        (FIELDS, {"index_sort": Sort([FieldSort("unknown")])}),
        ([nested], {"index_sort": Sort([PrimaryKeySort()])}),
    ):
        meta = schema(fields, **options)
        invalid(lambda meta=meta: t.client.create_search_index(table, "index", meta))
    assert t.client.list_search_index(table) == []


@create("table rules", "several versions, or rows that expire and are updated")
def _(t):
    call = t.client.create_search_index
    versions = t.own_table(VERSIONED)
    invalid(lambda: call(versions, "index", schema(FIELDS)))
    expiring = t.own_table(replace(PLAIN, time_to_live=DAY))
    text = "operation is denied as table TTL exists"
    invalid(lambda: call(expiring, "index", schema(FIELDS)), text)


@create("auto-increment key", "rows are found under their generated keys")
def _(t):
    table = t.own_table(AUTO_INCREMENT)
    t.client.create_search_index(table, "index", schema(FIELDS))
    t.client.put_row(table, Row([("pk", "a"), ("id", PK_AUTO_INCR)], [("city", "x")]))
    index = Index(t.client, table, "index").wait(1)
    [(key, _)] = index.search().rows
    assert [name for name, _ in key] == ["pk", "id"]


@create("time to live", "needs a table without updates")
def _(t):
    free = t.own_table(PLAIN)
    call = t.client.create_search_index
    invalid(lambda: call(free, "index", schema(FIELDS, time_to_live=DAY)))
    fixed = t.own_table(FIXED)
    invalid(lambda: call(fixed, "index", schema(FIELDS, time_to_live=DAY - 1)))
    call(fixed, "index", schema(FIELDS, time_to_live=DAY))


@update("time to live", "is described at once")
def _(t):
    index = own_index(t, some(1), FIXED, time_to_live=10 * DAY)

    def described():
        return t.client.describe_search_index(index.table, "index")[0].time_to_live

    assert described() == 10 * DAY
    t.client.update_search_index(index.table, "index", schema([], time_to_live=DAY))
    assert described() == DAY
    invalid(
        lambda: t.client.update_search_index(index.table, "index", schema([], time_to_live=1))
    )
    assert described() == DAY


@update("time to live", "that of the table cannot be shorter")
def _(t):
    index = own_index(t, some(0), FIXED, time_to_live=10 * DAY)
    invalid(
        lambda: t.client.update_table(index.table, TableOptions(DAY, None, None)),
        "[table ttl] must be bigger than or equal search index ttl, but table ttl is 86400 and "
        "search index ttl is [index:864000]",
    )


@update("missing index and table", "have different errors")
def _(t):
    index = own_index(t, some(0))
    call = t.client.update_search_index
    meta = schema([], time_to_live=-1)
    missing_index(lambda: call(index.table, "missing", meta))
    name = t.table_name()
    missing_table(lambda: call(name, "missing", meta), name)


@list_test("indexes of a table", "and of all tables")
def _(t):
    index = own_index(t, some(0))
    t.client.create_search_index(index.table, "second", schema(FIELDS))
    wanted = [(index.table, "index"), (index.table, "second")]
    assert t.client.list_search_index(index.table) == wanted
    found = t.client.list_search_index()
    assert [pair for pair in found if pair[0] == index.table] == wanted


@list_test("missing table", "is refused")
def _(t):
    table = t.table_name()
    missing_table(lambda: t.client.list_search_index(table), table)


@describe("schema", "as it was given, with the service's defaults")
def _(t):
    table = t.own_table(PLAIN)
    vector = VectorOptions(VectorDataType.VD_FLOAT_32, VectorMetricType.VM_DOT_PRODUCT, 3)
    fields = [
        FieldSchema("k", FieldType.KEYWORD),
        FieldSchema("t", FieldType.TEXT, index=True, store=True),
        field("ka", FieldType.KEYWORD, is_array=True, store=True),
        field("d", FieldType.DATE, date_formats=["yyyy-MM-dd", "yyyyMMdd"]),
        field("v", FieldType.VECTOR, vector_options=vector),
        virtual("w", FieldType.TEXT, "k"),
    ]
    t.client.create_search_index(table, "index", schema(fields, time_to_live=-1))
    meta, _ = t.client.describe_search_index(table, "index")
    k, text, ka, d, v, w = meta.fields
    assert (k.field_type, k.index, k.enable_sort_and_agg) == (FieldType.KEYWORD, True, False)
    assert (text.field_type, text.analyzer, text.store) == (FieldType.TEXT, "single_word", True)
    assert (ka.is_array, ka.enable_sort_and_agg, ka.store) == (True, True, True)
    assert (d.field_type, d.date_formats) == (FieldType.DATE, ["yyyy-MM-dd", "yyyyMMdd"])
    options = (v.vector_options.data_type, v.vector_options.metric_type)
    assert options == (VectorDataType.VD_FLOAT_32, VectorMetricType.VM_DOT_PRODUCT)
    assert v.vector_options.dimension == 3
    assert (w.is_virtual_field, w.source_fields) == (True, ["k"])
    assert meta.time_to_live == -1
    [sorter] = meta.index_sort.sorters
    assert (type(sorter), sorter.sort_order) == (PrimaryKeySort, SortOrder.ASC)


@describe("schema", "of nested fields, routing and sort")
def _(t):
    nested = shared_index(t, NESTED)
    meta, _ = t.client.describe_search_index(nested.table, nested.name)
    books = meta.fields[2]
    assert books.field_type == FieldType.NESTED
    assert [part.field_name for part in books.sub_field_schemas] == ["title", "parts"]
    parts = books.sub_field_schemas[1]
    assert [part.field_name for part in parts.sub_field_schemas] == ["word", "pages"]
    assert meta.index_sort.sorters == []
    table = t.own_table(PLAIN)
    sort = Sort([FieldSort("n", SortOrder.DESC), PrimaryKeySort()])
    routed = SearchIndexMeta(list(FIELDS), IndexSetting(["pk"]), sort)
    t.client.create_search_index(table, "index", routed)
    meta, _ = t.client.describe_search_index(table, "index")
    assert "pk" in meta.index_setting.routing_fields
    assert [type(sorter) for sorter in meta.index_sort.sorters] == [FieldSort, PrimaryKeySort]


@describe("status, phase and metering", "of an index that is up to date")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    _, sync = t.client.describe_search_index(index.table, index.name)
    assert sync.sync_phase == SyncPhase.INCR
    assert abs(time.time() - sync.current_sync_timestamp / 10**9) < 20


@describe("missing index and table", "have different errors")
def _(t):
    index = own_index(t, some(0))
    missing_index(lambda: t.client.describe_search_index(index.table, "missing"))
    name = t.table_name()
    missing_table(lambda: t.client.describe_search_index(name, "missing"), name)


@delete("removes the index", "and only then the table can be deleted")
def _(t):
    index = own_index(t, some(3))
    text = f"Table[{index.table}] who has at least one search index cannot be deleted."
    invalid(lambda: t.client.delete_table(index.table), text)
    t.client.delete_search_index(index.table, "index")
    refused(index.search, 404, "OTSObjectNotExist", "search index [index] does not exist")
    t.client.create_search_index(index.table, "index", schema(FIELDS))
    index.wait(3)
    t.client.delete_search_index(index.table, "index")
    t.client.delete_table(index.table)


@delete("missing index and table", "have different errors")
def _(t):
    index = own_index(t, some(0))
    missing_index(lambda: t.client.delete_search_index(index.table, "missing"))
    name = t.table_name()
    missing_table(lambda: t.client.delete_search_index(name, "missing"), name)


TESTS = CREATING + UPDATING + LISTING + DESCRIBING + DELETING

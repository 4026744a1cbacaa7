package rowhouse.conformance;

import static rowhouse.conformance.ConformanceTest.test;
import static rowhouse.conformance.Testing.cells;
import static rowhouse.conformance.Testing.column;
import static rowhouse.conformance.Testing.equal;
import static rowhouse.conformance.Testing.invalid;
import static rowhouse.conformance.Testing.isTrue;
import static rowhouse.conformance.Testing.missingTable;
import static rowhouse.conformance.Testing.refused;
import static rowhouse.conformance.Testing.value;

import com.alicloud.openservices.tablestore.model.BulkExportRequest;
import com.alicloud.openservices.tablestore.model.BulkExportResponse;
import com.alicloud.openservices.tablestore.model.BulkImportRequest;
import com.alicloud.openservices.tablestore.model.BulkImportResponse;
import com.alicloud.openservices.tablestore.model.ComputeSplitsBySizeRequest;
import com.alicloud.openservices.tablestore.model.ComputeSplitsBySizeResponse;
import com.alicloud.openservices.tablestore.model.DataBlockType;
import com.alicloud.openservices.tablestore.model.PrimaryKeyValue;
import com.alicloud.openservices.tablestore.model.Row;
import com.alicloud.openservices.tablestore.model.RowChange;
import com.alicloud.openservices.tablestore.model.RowDeleteChange;
import com.alicloud.openservices.tablestore.model.RowUpdateChange;
import com.alicloud.openservices.tablestore.model.SimpleRowMatrixBlockRowIterator;
import com.alicloud.openservices.tablestore.model.TableOptions;
import com.alicloud.openservices.tablestore.model.filter.SingleColumnValueFilter;
import com.alicloud.openservices.tablestore.model.tunnel.BulkExportQueryCriteria;
import java.util.ArrayList;
import java.util.List;

/** Bulk import and export, which only this SDK has, and splits. */
final class BulkTests {
  private static final String SPLITS = "ComputeSplitPointsBySize";

  private BulkTests() {}

  private static BulkImportResponse load(Testing t, String table, RowChange... changes) {
    BulkImportRequest request = new BulkImportRequest(table);
    for (RowChange change : changes) {
      request.addRowChange(change);
    }
    return t.client.bulkImport(request);
  }

  private static BulkExportQueryCriteria all(Testing t, String... columns) {
    BulkExportQueryCriteria criteria = new BulkExportQueryCriteria(t.numbered());
    criteria.setInclusiveStartPrimaryKey(t.numbered(PrimaryKeyValue.INF_MIN));
    criteria.setExclusiveEndPrimaryKey(t.numbered(PrimaryKeyValue.INF_MAX));
    criteria.addColumnsToGet(columns);
    return criteria;
  }

  private static String rows(Testing t, BulkExportQueryCriteria criteria) {
    SimpleRowMatrixBlockRowIterator iterator =
        new SimpleRowMatrixBlockRowIterator(t.client, criteria, true);
    List<String> rows = new ArrayList<>();
    while (iterator.hasNext()) {
      iterator.next();
      Row row = iterator.getRow();
      rows.add(cells(row));
    }
    return String.join("; ", rows);
  }

  private static long written(BulkImportResponse reply, int row) {
    return reply
        .getRowResults()
        .get(row)
        .getConsumedCapacity()
        .getCapacityDataSize()
        .getWriteCapacityDataSize();
  }

  private static void imported(Testing t) {
    String table = t.numbered();
    t.put(table, t.numbered(3), column("c", 1L));
    RowUpdateChange update = new RowUpdateChange(table, t.numbered(2));
    update.put(column("u", "text"));
    BulkImportResponse reply =
        load(
            t,
            table,
            t.putChange(table, t.numbered(1), column("c", 1L), column("s", "abc")),
            update,
            new RowDeleteChange(table, t.numbered(3)));
    isTrue(reply.isAllSucceed(), "all rows");
    // The bytes of the key's names and values (2 + n, and 1 + 8) and of the cells.
    long key = 2 + t.id.length() + 9;
    equal(key + 9 + 4, written(reply, 0));
    equal(key + 5, written(reply, 1));
    equal(key, written(reply, 2));
    equal(0, reply.getRowResults().get(0).getConsumedCapacity().getCapacityUnit()
        .getWriteCapacityUnit());
    equal("c=1 s=abc", cells(t.get(table, t.numbered(1))));
    equal("u=text", cells(t.get(table, t.numbered(2))));
    isTrue(t.get(table, t.numbered(3)) == null, "a deleted row");
  }

  private static void importErrors(Testing t) {
    String table = t.numbered();
    BulkImportResponse reply =
        load(
            t,
            table,
            t.putChange(table, t.pk(), column("c", 1L)),
            t.putChange(table, t.numbered(1), column("c", 1L)));
    equal(1, reply.getFailedRows().size());
    equal("OTSInvalidPK", reply.getFailedRows().get(0).getError().getCode());
    String gone = t.tableName();
    equal(
        "OTSObjectNotExist",
        load(t, gone, t.putChange(gone, t.pk())).getFailedRows().get(0).getError().getCode());
    invalid(
        () -> t.client.bulkImport(new BulkImportRequest(table)),
        "No operation is specified for table: '" + table + "'.");
    RowChange[] many = new RowChange[201];
    for (int n = 0; n < many.length; n += 1) {
      many[n] = t.putChange(table, t.numbered(n));
    }
    invalid(() -> load(t, table, many), "Rows count exceeds the upper limit: 200.");
  }

  private static void exported(Testing t) {
    String table = t.numbered();
    load(
        t,
        table,
        t.putChange(table, t.numbered(1), column("c", 1L), column("s", "abc")),
        t.putChange(table, t.numbered(2), column("s", "def")));
    // Columns are ordered by name, not as in the request.
    equal("c=1 s=abc; s=def", rows(t, all(t, "s", "n", "absent", "pk", "c")));
    BulkExportQueryCriteria filtered = all(t, "pk", "n", "s");
    filtered.setFilter(
        new SingleColumnValueFilter(
            "s", SingleColumnValueFilter.CompareOperator.EQUAL, value("def")));
    equal("s=def", rows(t, filtered));
    BulkExportQueryCriteria mistyped = all(t, "pk", "n");
    mistyped.setInclusiveStartPrimaryKey(t.pk());
    refused(
        () -> t.client.bulkExport(new BulkExportRequest(mistyped)),
        400,
        "OTSInvalidPK",
        "Validate PK size fail. Input: 1, Meta: 2.");
    BulkExportQueryCriteria nothing = all(t, "pk", "n");
    nothing.setInclusiveStartPrimaryKey(t.numbered(100));
    equal("", rows(t, nothing));
  }

  private static void plainExport(Testing t) {
    String table = t.numbered();
    load(t, table, t.putChange(table, t.numbered(1), column("c", 1L)));
    BulkExportQueryCriteria criteria = all(t, "c");
    criteria.setDataBlockType(DataBlockType.DBT_PLAIN_BUFFER);
    BulkExportResponse reply = t.client.bulkExport(new BulkExportRequest(criteria));
    equal(DataBlockType.DBT_PLAIN_BUFFER, reply.getDataBlockType());
    isTrue(reply.getNextStartPrimaryKey() == null, "the end");
    equal(
        2L + t.id.length() + 9 + 9,
        reply.getConsumedCapacity().getCapacityDataSize().getReadCapacityDataSize());
    invalid(
        () -> t.client.bulkExport(new BulkExportRequest(all(t))),
        "DBT_SIMPLE_ROW_MATRIX need at least one column to get.");
  }

  private static void splits(Testing t) {
    String table = t.own(new TableOptions(-1, 1), meta -> {});
    ComputeSplitsBySizeResponse empty =
        t.client.computeSplitsBySize(new ComputeSplitsBySizeRequest(table, 1));
    equal(1, empty.getSplits().size());
    equal(32, empty.getSplits().get(0).getLocation().length());
    equal(1, empty.getConsumedCapacity().getCapacityUnit().getReadCapacityUnit());
    char[] megabyte = new char[1_000_000];
    java.util.Arrays.fill(megabyte, 'x');
    for (int n = 0; n < 6; n += 1) {
      t.put(table, t.pk("" + n), column("c", new String(megabyte)));
    }
    ComputeSplitsBySizeRequest request = new ComputeSplitsBySizeRequest(table, 1, 2 * 1024 * 1024);
    List<?> found = t.client.computeSplitsBySize(request).getSplits();
    isTrue(found.size() >= 2 && found.size() <= 4, "6 MB cut by 2 MiB are " + found.size());
    request.setSplitPointLimit(1);
    equal(2, t.client.computeSplitsBySize(request).getSplits().size());
  }

  private static void splitErrors(Testing t) {
    invalid(
        () -> t.client.computeSplitsBySize(new ComputeSplitsBySizeRequest(t.plain(), 0)),
        "The split_size should be greater than 0.");
    invalid(
        () -> t.client.computeSplitsBySize(new ComputeSplitsBySizeRequest(t.plain(), 1, 1_048_575)),
        "The split_size_unit_in_byte should be greater equal than: 1048576");
    missingTable(
        () -> t.client.computeSplitsBySize(new ComputeSplitsBySizeRequest(t.tableName(), 1)));
  }

  static List<ConformanceTest> all() {
    return List.of(
        test("BulkImport", "rows of all kinds", "and their size in bytes", BulkTests::imported),
        test("BulkImport", "errors", "of rows and of the request", BulkTests::importErrors),
        test("BulkExport", "rows as a matrix", "columns, filter, nothing", BulkTests::exported),
        test("BulkExport", "rows as plain buffer", "and their size in bytes",
            BulkTests::plainExport),
        test(SPLITS, "pieces of about one size", "of an empty table and of a larger one",
            BulkTests::splits),
        test(SPLITS, "errors", "size, unit, table", BulkTests::splitErrors));
  }
}

package rowhouse.conformance;

import static rowhouse.conformance.ConformanceTest.test;
import static rowhouse.conformance.Testing.column;
import static rowhouse.conformance.Testing.equal;
import static rowhouse.conformance.Testing.invalid;
import static rowhouse.conformance.Testing.refused;

import com.alicloud.openservices.tablestore.model.CreateIndexRequest;
import com.alicloud.openservices.tablestore.model.CreateTableRequest;
import com.alicloud.openservices.tablestore.model.DefinedColumnType;
import com.alicloud.openservices.tablestore.model.DeleteIndexRequest;
import com.alicloud.openservices.tablestore.model.DescribeTableRequest;
import com.alicloud.openservices.tablestore.model.GetRangeRequest;
import com.alicloud.openservices.tablestore.model.IndexMeta;
import com.alicloud.openservices.tablestore.model.IndexType;
import com.alicloud.openservices.tablestore.model.IndexUpdateMode;
import com.alicloud.openservices.tablestore.model.PrimaryKeyBuilder;
import com.alicloud.openservices.tablestore.model.PrimaryKeyValue;
import com.alicloud.openservices.tablestore.model.RangeRowQueryCriteria;
import com.alicloud.openservices.tablestore.model.Row;
import com.alicloud.openservices.tablestore.model.TableMeta;
import com.alicloud.openservices.tablestore.model.TableOptions;
import java.util.ArrayList;
import java.util.List;

final class IndexTests {
  private static final int WAIT_MS = 20_000;
  private static final int PAUSE_MS = 20;

  private IndexTests() {}

  private static void people(TableMeta meta) {
    meta.addDefinedColumn("city", DefinedColumnType.STRING);
    meta.addDefinedColumn("age", DefinedColumnType.INTEGER);
  }

  private static String table(Testing t) {
    return t.own(new TableOptions(-1, 1), IndexTests::people);
  }

  private static IndexMeta byCity(String name) {
    IndexMeta index = new IndexMeta(name);
    index.addPrimaryKeyColumn("city");
    index.addDefinedColumn("age");
    return index;
  }

  /** Has the partition key of its table, as local indexes must. */
  private static IndexMeta byAge(String name) {
    IndexMeta index = new IndexMeta(name);
    index.setIndexType(IndexType.IT_LOCAL_INDEX);
    index.setIndexUpdateMode(IndexUpdateMode.IUM_SYNC_INDEX);
    index.addPrimaryKeyColumn("pk");
    index.addPrimaryKeyColumn("age");
    return index;
  }

  /** The values of one column in all rows. */
  private static String values(Testing t, String index, String wanted, String... key) {
    PrimaryKeyBuilder start = PrimaryKeyBuilder.createPrimaryKeyBuilder();
    PrimaryKeyBuilder end = PrimaryKeyBuilder.createPrimaryKeyBuilder();
    for (String name : key) {
      start.addPrimaryKeyColumn(name, PrimaryKeyValue.INF_MIN);
      end.addPrimaryKeyColumn(name, PrimaryKeyValue.INF_MAX);
    }
    RangeRowQueryCriteria criteria = new RangeRowQueryCriteria(index);
    criteria.setInclusiveStartPrimaryKey(start.build());
    criteria.setExclusiveEndPrimaryKey(end.build());
    criteria.setMaxVersions(1);
    List<String> found = new ArrayList<>();
    for (Row row : t.client.getRange(new GetRangeRequest(criteria)).getRows()) {
      found.add(row.getPrimaryKey().getPrimaryKeyColumn(wanted).getValue().toString());
    }
    return String.join(" ", found);
  }

  /** Waits for a global index, which is updated shortly after its table. */
  private static void eventually(Testing t, String index, String wanted) throws Exception {
    long end = System.currentTimeMillis() + WAIT_MS;
    String found = values(t, index, "city", "city", "pk");
    while (!found.equals(wanted) && System.currentTimeMillis() < end) {
      Thread.sleep(PAUSE_MS);
      found = values(t, index, "city", "city", "pk");
    }
    equal(wanted, found);
  }

  static List<ConformanceTest> all() {
    return List.of(
        test("CreateTable", "secondary indexes", "at most five", t -> {
          String name = t.tableName();
          TableMeta meta = t.meta(name);
          people(meta);
          CreateTableRequest request = new CreateTableRequest(meta, new TableOptions(-1, 1));
          for (int at = 0; at < 6; at++) {
            request.addIndex(byCity(name + "_" + at));
          }
          invalid(
              () -> t.client.createTable(request),
              "Number of index per table exceeds the quota:5.");
        }),
        test("CreateIndex", "global index", "indexes existing rows and follows its table", t -> {
          String table = table(t);
          String index = table + "_city";
          t.put(table, t.pk("1"), column("city", "Rome"), column("age", 30));
          t.client.createIndex(new CreateIndexRequest(table, byCity(index), true));
          t.put(table, t.pk("2"), column("city", "Bern"));
          eventually(t, index, "Bern Rome");
          t.put(table, t.pk("1"), column("city", "Oslo"));
          eventually(t, index, "Bern Oslo");
          List<IndexMeta> described =
              t.client.describeTable(new DescribeTableRequest(table)).getIndexMeta();
          equal(1, described.size());
          equal(index, described.get(0).getIndexName());
        }),
        test("CreateIndex", "local index", "is up to date when a write is answered", t -> {
          String table = table(t);
          String index = table + "_age";
          t.client.createIndex(new CreateIndexRequest(table, byAge(index), false));
          t.put(table, t.pk("1"), column("age", 30));
          equal("30", values(t, index, "age", "pk", "age"));
        }),
        test("DropIndex", "removes the index", "at once", t -> {
          String table = table(t);
          String index = table + "_city";
          t.client.createIndex(new CreateIndexRequest(table, byCity(index), false));
          t.client.deleteIndex(new DeleteIndexRequest(table, index));
          invalid(
              () -> values(t, index, "city", "city", "pk"), "Requested table does not exist.");
        }),
        test("DropIndex", "unknown index", "is refused", t -> {
          String table = table(t);
          refused(
              () -> t.client.deleteIndex(new DeleteIndexRequest(table, "none")),
              404,
              "OTSObjectNotExist",
              "Requested table does not exist.");
        }));
  }
}

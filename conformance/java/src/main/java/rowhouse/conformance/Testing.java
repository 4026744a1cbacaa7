package rowhouse.conformance;

import com.alicloud.openservices.tablestore.SyncClient;
import com.alicloud.openservices.tablestore.TableStoreException;
import com.alicloud.openservices.tablestore.model.CapacityUnit;
import com.alicloud.openservices.tablestore.model.Column;
import com.alicloud.openservices.tablestore.model.ColumnValue;
import com.alicloud.openservices.tablestore.model.ConsumedCapacity;
import com.alicloud.openservices.tablestore.model.CreateTableRequest;
import com.alicloud.openservices.tablestore.model.DeleteTableRequest;
import com.alicloud.openservices.tablestore.model.GetRowRequest;
import com.alicloud.openservices.tablestore.model.GetRowResponse;
import com.alicloud.openservices.tablestore.model.PrimaryKey;
import com.alicloud.openservices.tablestore.model.PrimaryKeyBuilder;
import com.alicloud.openservices.tablestore.model.PrimaryKeyType;
import com.alicloud.openservices.tablestore.model.PrimaryKeyValue;
import com.alicloud.openservices.tablestore.model.PutRowRequest;
import com.alicloud.openservices.tablestore.model.PutRowResponse;
import com.alicloud.openservices.tablestore.model.Row;
import com.alicloud.openservices.tablestore.model.RowChange;
import com.alicloud.openservices.tablestore.model.RowPutChange;
import com.alicloud.openservices.tablestore.model.RowUpdateChange;
import com.alicloud.openservices.tablestore.model.SingleRowQueryCriteria;
import com.alicloud.openservices.tablestore.model.TableMeta;
import com.alicloud.openservices.tablestore.model.TableOptions;
import com.alicloud.openservices.tablestore.model.UpdateRowRequest;
import com.alicloud.openservices.tablestore.model.UpdateRowResponse;
import com.alicloud.openservices.tablestore.model.search.DeleteSearchIndexRequest;
import com.alicloud.openservices.tablestore.model.search.ListSearchIndexRequest;
import com.alicloud.openservices.tablestore.model.search.SearchIndexInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What a test works with: a client, shared tables and its own, and short forms of the SDK's calls. */
final class Testing {
  /** A deviation that allows cells with small timestamps. */
  static final long MAX_DEVIATION = 9_223_372_036_854L;

  final Server server;
  final SyncClient client;
  /** A text that no other test uses: the partition key of this test's rows. */
  final String id;

  private final String prefix;
  private final int index;
  private final Map<String, String> shared;
  private final List<String> own = new ArrayList<>();

  Testing(Server server, String prefix, int index, Map<String, String> shared) {
    this.server = server;
    this.client = server.client();
    this.id = prefix + "-" + index;
    this.prefix = prefix;
    this.index = index;
    this.shared = shared;
  }

  /** A table of one string key column, shared with other tests. */
  String plain() {
    return shared("plain", new TableOptions(-1, 1), meta -> {});
  }

  /** A table with ten versions that accepts any timestamp. */
  String versioned() {
    return shared("versioned", new TableOptions(-1, 10, MAX_DEVIATION), meta -> {});
  }

  /** A table where each test has a partition of numbered rows. */
  String numbered() {
    return shared(
        "numbered",
        new TableOptions(-1, 1),
        meta -> meta.addPrimaryKeyColumn("n", PrimaryKeyType.INTEGER));
  }

  String autoIncrement() {
    return shared(
        "auto", new TableOptions(-1, 1), meta -> meta.addAutoIncrementPrimaryKeyColumn("n"));
  }

  private String shared(String name, TableOptions options, Consumer<TableMeta> more) {
    return shared.computeIfAbsent(name, ignored -> create(prefix + "_" + name, options, more));
  }

  /** A shared table that its first user fills and the others only read. */
  String filled(String name, Consumer<String> fill) {
    String found = shared.get(name);
    if (found != null) {
      return found;
    }
    String table = shared(name, new TableOptions(-1, 1), meta -> {});
    fill.accept(table);
    return table;
  }

  /** A table of this test alone, dropped afterwards. */
  String own(TableOptions options, Consumer<TableMeta> more) {
    return create(tableName(), options, more);
  }

  String tableName() {
    String name = prefix + "_" + index + "_" + own.size();
    own.add(name);
    return name;
  }

  TableMeta meta(String name) {
    TableMeta meta = new TableMeta(name);
    meta.addPrimaryKeyColumn("pk", PrimaryKeyType.STRING);
    return meta;
  }

  private String create(String name, TableOptions options, Consumer<TableMeta> more) {
    TableMeta meta = meta(name);
    more.accept(meta);
    client.createTable(new CreateTableRequest(meta, options));
    return name;
  }

  void dropOwn() {
    own.forEach(table -> drop(client, table));
  }

  /** Cleaning up never fails a test; a table that is left over is reported on standard error. */
  static void drop(SyncClient client, String table) {
    try {
      ListSearchIndexRequest indexes = new ListSearchIndexRequest();
      indexes.setTableName(table);
      for (SearchIndexInfo index : client.listSearchIndex(indexes).getIndexInfos()) {
        DeleteSearchIndexRequest request = new DeleteSearchIndexRequest();
        request.setTableName(table);
        request.setIndexName(index.getIndexName());
        client.deleteSearchIndex(request);
      }
      client.deleteTable(new DeleteTableRequest(table));
    } catch (TableStoreException error) {
      if (error.getHttpStatus() != 404 && !error.getMessage().contains("does not exist")) {
        System.err.println(table + " was not dropped: " + error);
      }
    }
  }

  PrimaryKey pk() {
    return pk("");
  }

  PrimaryKey pk(String suffix) {
    return PrimaryKeyBuilder.createPrimaryKeyBuilder()
        .addPrimaryKeyColumn("pk", PrimaryKeyValue.fromString(id + suffix))
        .build();
  }

  PrimaryKey numbered(long n) {
    return numbered(PrimaryKeyValue.fromLong(n));
  }

  PrimaryKey numbered(PrimaryKeyValue n) {
    return PrimaryKeyBuilder.createPrimaryKeyBuilder()
        .addPrimaryKeyColumn("pk", PrimaryKeyValue.fromString(id))
        .addPrimaryKeyColumn("n", n)
        .build();
  }

  static Column column(String name, Object value) {
    return new Column(name, value(value));
  }

  static Column column(String name, Object value, long timestamp) {
    return new Column(name, value(value), timestamp);
  }

  static ColumnValue value(Object value) {
    if (value instanceof String) {
      return ColumnValue.fromString((String) value);
    }
    if (value instanceof Number && !(value instanceof Double)) {
      return ColumnValue.fromLong(((Number) value).longValue());
    }
    if (value instanceof Double) {
      return ColumnValue.fromDouble((Double) value);
    }
    if (value instanceof Boolean) {
      return ColumnValue.fromBoolean((Boolean) value);
    }
    return ColumnValue.fromBinary((byte[]) value);
  }

  RowPutChange putChange(String table, PrimaryKey key, Column... columns) {
    return new RowPutChange(table, key).addColumns(columns);
  }

  PutRowResponse put(String table, PrimaryKey key, Column... columns) {
    return client.putRow(new PutRowRequest(putChange(table, key, columns)));
  }

  UpdateRowResponse update(RowUpdateChange change) {
    return client.updateRow(new UpdateRowRequest(change));
  }

  Row get(String table, PrimaryKey key) {
    return read(table, key, criteria -> criteria.setMaxVersions(1)).getRow();
  }

  GetRowResponse read(String table, PrimaryKey key, Consumer<SingleRowQueryCriteria> more) {
    SingleRowQueryCriteria criteria = new SingleRowQueryCriteria(table, key);
    more.accept(criteria);
    return client.getRow(new GetRowRequest(criteria));
  }

  /** Names, values and order of a row's cells, for comparison. */
  static String cells(Row row) {
    if (row == null) {
      return "no row";
    }
    List<String> cells = new ArrayList<>();
    for (Column cell : row.getColumns()) {
      cells.add(cell.getName() + "=" + cell.getValue());
    }
    return String.join(" ", cells);
  }

  static String units(ConsumedCapacity consumed) {
    CapacityUnit unit = consumed.getCapacityUnit();
    return unit.getReadCapacityUnit() + "," + unit.getWriteCapacityUnit();
  }

  static void equal(Object expected, Object actual) {
    if (!expected.equals(actual)) {
      throw new AssertionError("expected " + expected + ", got " + actual);
    }
  }

  static void isTrue(boolean held, String what) {
    if (!held) {
      throw new AssertionError(what);
    }
  }

  /** Expects an error with this status and code; a text of null allows any text. */
  static void refused(Runnable call, int status, String code, String text) {
    try {
      call.run();
    } catch (TableStoreException error) {
      List<Object> seen =
          Arrays.asList(error.getHttpStatus(), error.getErrorCode(), error.getMessage());
      equal(Arrays.asList(status, code, text == null ? error.getMessage() : text), seen);
      isTrue(error.getRequestId().length() == 36, "request id " + error.getRequestId());
      return;
    }
    throw new AssertionError("accepted; expected " + status + " " + code + " " + text);
  }

  static void invalid(Runnable call, String text) {
    refused(call, 400, "OTSParameterInvalid", text);
  }

  static void missingTable(Runnable call) {
    refused(call, 404, "OTSObjectNotExist", "Requested table does not exist.");
  }

  static void conditionFailed(Runnable call) {
    refused(call, 403, "OTSConditionCheckFail", "Condition check failed.");
  }

  static <T extends RowChange> T with(T change, Consumer<T> more) {
    more.accept(change);
    return change;
  }
}

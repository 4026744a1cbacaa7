package rowhouse.conformance;

import static rowhouse.conformance.ConformanceTest.test;
import static rowhouse.conformance.Testing.cells;
import static rowhouse.conformance.Testing.column;
import static rowhouse.conformance.Testing.equal;
import static rowhouse.conformance.Testing.invalid;
import static rowhouse.conformance.Testing.isTrue;
import static rowhouse.conformance.Testing.refused;

import com.alicloud.openservices.tablestore.ClientConfiguration;
import com.alicloud.openservices.tablestore.SyncClient;
import com.alicloud.openservices.tablestore.model.AbortTransactionRequest;
import com.alicloud.openservices.tablestore.model.BatchWriteRowRequest;
import com.alicloud.openservices.tablestore.model.BatchWriteRowResponse;
import com.alicloud.openservices.tablestore.model.CommitTransactionRequest;
import com.alicloud.openservices.tablestore.model.Condition;
import com.alicloud.openservices.tablestore.model.CreateTableRequest;
import com.alicloud.openservices.tablestore.model.Direction;
import com.alicloud.openservices.tablestore.model.GetRangeRequest;
import com.alicloud.openservices.tablestore.model.GetRowRequest;
import com.alicloud.openservices.tablestore.model.NoRetryStrategy;
import com.alicloud.openservices.tablestore.model.PrimaryKeyType;
import com.alicloud.openservices.tablestore.model.PrimaryKeyValue;
import com.alicloud.openservices.tablestore.model.PutRowRequest;
import com.alicloud.openservices.tablestore.model.RangeRowQueryCriteria;
import com.alicloud.openservices.tablestore.model.Row;
import com.alicloud.openservices.tablestore.model.RowDeleteChange;
import com.alicloud.openservices.tablestore.model.RowExistenceExpectation;
import com.alicloud.openservices.tablestore.model.RowPutChange;
import com.alicloud.openservices.tablestore.model.RowUpdateChange;
import com.alicloud.openservices.tablestore.model.SingleRowQueryCriteria;
import com.alicloud.openservices.tablestore.model.StartLocalTransactionRequest;
import com.alicloud.openservices.tablestore.model.TableMeta;
import com.alicloud.openservices.tablestore.model.TableOptions;
import com.alicloud.openservices.tablestore.model.UpdateRowRequest;
import java.util.ArrayList;
import java.util.List;

/** Local transactions, and atomic batches. */
final class TransactionTests {
  private static final String START = "StartLocalTransaction";
  private static final String GONE = "Session not exist or may be timeout.";

  private TransactionTests() {}

  private static String table(Testing t) {
    String name = t.tableName();
    TableMeta meta = t.meta(name);
    meta.addPrimaryKeyColumn("n", PrimaryKeyType.INTEGER);
    CreateTableRequest request = new CreateTableRequest(meta, new TableOptions(-1, 1));
    request.setLocalTxnEnabled(true);
    t.client.createTable(request);
    return name;
  }

  private static String start(Testing t, String table) {
    return t.client
        .startLocalTransaction(new StartLocalTransactionRequest(table, t.pk()))
        .getTransactionID();
  }

  private static void commit(Testing t, String id) {
    t.client.commitTransaction(new CommitTransactionRequest(id));
  }

  private static void abort(Testing t, String id) {
    t.client.abortTransaction(new AbortTransactionRequest(id));
  }

  private static void put(Testing t, String table, String id, long n, long value) {
    PutRowRequest request =
        new PutRowRequest(t.putChange(table, t.numbered(n), column("v", value)));
    if (id != null) {
      request.setTransactionId(id);
    }
    t.client.putRow(request);
  }

  private static String get(Testing t, String table, String id, long n) {
    SingleRowQueryCriteria criteria = new SingleRowQueryCriteria(table, t.numbered(n));
    criteria.setMaxVersions(1);
    GetRowRequest request = new GetRowRequest(criteria);
    if (id != null) {
      request.setTransactionId(id);
    }
    return cells(t.client.getRow(request).getRow());
  }

  private static String range(Testing t, String table, String id) {
    RangeRowQueryCriteria criteria = new RangeRowQueryCriteria(table);
    criteria.setInclusiveStartPrimaryKey(t.numbered(PrimaryKeyValue.INF_MIN));
    criteria.setExclusiveEndPrimaryKey(t.numbered(PrimaryKeyValue.INF_MAX));
    criteria.setMaxVersions(1);
    GetRangeRequest request = new GetRangeRequest(criteria);
    if (id != null) {
      request.setTransactionId(id);
    }
    List<String> rows = new ArrayList<>();
    for (Row row : t.client.getRange(request).getRows()) {
      rows.add(cells(row));
    }
    return String.join(" ", rows);
  }

  private static BatchWriteRowResponse batch(
      Testing t, String id, boolean isAtomic, RowPutChange... changes) {
    BatchWriteRowRequest request = new BatchWriteRowRequest();
    for (RowPutChange change : changes) {
      request.addRowChange(change);
    }
    if (id != null) {
      request.setTransactionId(id);
    }
    request.setAtomic(isAtomic);
    return t.client.batchWriteRow(request);
  }

  private static void committed(Testing t) {
    String table = table(t);
    put(t, table, null, 1, 1);
    put(t, table, null, 2, 2);
    String id = start(t, table);
    put(t, table, id, 3, 3);
    RowUpdateChange update = new RowUpdateChange(table, t.numbered(1));
    update.put(column("v", 10L));
    UpdateRowRequest updating = new UpdateRowRequest(update);
    updating.setTransactionId(id);
    t.client.updateRow(updating);
    com.alicloud.openservices.tablestore.model.DeleteRowRequest deleting =
        new com.alicloud.openservices.tablestore.model.DeleteRowRequest(
            new RowDeleteChange(table, t.numbered(2)));
    deleting.setTransactionId(id);
    t.client.deleteRow(deleting);
    isTrue(
        batch(t, id, false, t.putChange(table, t.numbered(4), column("v", 4L))).isAllSucceed(),
        "a batch inside the transaction");
    equal("v=10", get(t, table, id, 1));
    equal("no row", get(t, table, id, 2));
    equal("v=10 v=3 v=4", range(t, table, id));
    equal("v=1 v=2", range(t, table, null));
    commit(t, id);
    equal("v=10 v=3 v=4", range(t, table, null));
    refused(() -> commit(t, id), 404, "OTSSessionNotExist", GONE);
  }

  private static void aborted(Testing t) {
    String table = table(t);
    put(t, table, null, 1, 1);
    String id = start(t, table);
    put(t, table, id, 1, 9);
    put(t, table, id, 2, 9);
    abort(t, id);
    equal("v=1", range(t, table, null));
    refused(() -> put(t, table, id, 1, 9), 404, "OTSSessionNotExist", GONE);
    refused(() -> abort(t, id), 404, "OTSSessionNotExist", GONE);
    put(t, table, null, 1, 2);
    equal("v=2", range(t, table, null));
  }

  private static void locked(Testing t) {
    String table = table(t);
    String id = start(t, table);
    String conflict = "Transaction timeout because cannot acquire exclusive lock.";
    BatchWriteRowResponse reply =
        batch(t, null, false, t.putChange(table, t.numbered(1), column("v", 1L)));
    equal("OTSRowOperationConflict", reply.getFailedRows().get(0).getError().getCode());
    equal(conflict, reply.getFailedRows().get(0).getError().getMessage());
    equal("", range(t, table, null));
    abort(t, id);
    put(t, table, null, 1, 1);
  }

  private static void second(Testing t) {
    String table = table(t);
    String id = start(t, table);
    ClientConfiguration once = new ClientConfiguration();
    once.setRetryStrategy(new NoRetryStrategy());
    SyncClient client = t.server.client(once);
    refused(
        () -> client.startLocalTransaction(new StartLocalTransactionRequest(table, t.pk())),
        409,
        "OTSRowOperationConflict",
        "Failed to lock txn key: " + t.id);
    client.shutdown();
    abort(t, id);
    abort(t, start(t, table));
  }

  private static void atomicWithin(Testing t) {
    String table = table(t);
    String id = start(t, table);
    BatchWriteRowResponse reply =
        batch(
            t,
            id,
            true,
            t.putChange(table, t.numbered(1), column("v", 1L)),
            t.putChange(table, t.numbered(2), column("v", 2L)));
    equal(2, reply.getFailedRows().size());
    for (BatchWriteRowResponse.RowResult row : reply.getFailedRows()) {
      equal("OTSRowOperationConflict", row.getError().getCode());
    }
    commit(t, id);
    equal("", range(t, table, null));
  }

  private static void scope(Testing t) {
    String table = table(t);
    String id = start(t, table);
    PutRowRequest other =
        new PutRowRequest(
            new RowPutChange(
                table,
                com.alicloud.openservices.tablestore.model.PrimaryKeyBuilder
                    .createPrimaryKeyBuilder()
                    .addPrimaryKeyColumn("pk", PrimaryKeyValue.fromString("other"))
                    .addPrimaryKeyColumn("n", PrimaryKeyValue.fromLong(1))
                    .build()));
    other.setTransactionId(id);
    String outside =
        "Data out of scope of transaction. Transaction PartKey:" + t.id + ". Data PartKey:other";
    refused(
        () -> t.client.putRow(other),
        400,
        "OTSDataOutOfRange",
        outside);
    RangeRowQueryCriteria criteria = new RangeRowQueryCriteria(table);
    criteria.setInclusiveStartPrimaryKey(t.numbered(PrimaryKeyValue.INF_MIN));
    criteria.setExclusiveEndPrimaryKey(other.getRowChange().getPrimaryKey());
    criteria.setDirection(
        t.id.compareTo("other") < 0 ? Direction.FORWARD : Direction.BACKWARD);
    criteria.setMaxVersions(1);
    GetRangeRequest beyond = new GetRangeRequest(criteria);
    beyond.setTransactionId(id);
    refused(() -> t.client.getRange(beyond), 400, "OTSDataOutOfRange", outside);
    abort(t, id);
  }

  private static void rules(Testing t) {
    invalid(
        () -> start(t, t.plain()),
        "Try to call method using explicit transaction on explicit-transaction-disabled table.");
    String table = table(t);
    invalid(
        () ->
            t.client.startLocalTransaction(
                new StartLocalTransactionRequest(table, t.numbered(1))),
        "StartLocalTransaction support only one primary key.");
    invalid(
        () -> t.client.startLocalTransaction(new StartLocalTransactionRequest("", t.pk())),
        "Invalid table name: ''.");
    invalid(() -> commit(t, "no id"), "TransactionID is invalid.");
    invalid(() -> abort(t, "no id"), "TransactionID is invalid.");
    invalid(() -> get(t, table, "no id", 1), "TransactionID is invalid.");
  }

  private static void wholeBatch(Testing t) {
    String table = t.numbered();
    RowPutChange bad = t.putChange(table, t.numbered(1), column("v", 1L));
    bad.setCondition(new Condition(RowExistenceExpectation.EXPECT_EXIST));
    RowPutChange good = t.putChange(table, t.numbered(2), column("v", 2L));
    BatchWriteRowResponse reply = batch(t, null, true, bad, good);
    equal(2, reply.getFailedRows().size());
    for (BatchWriteRowResponse.RowResult row : reply.getFailedRows()) {
      equal("OTSConditionCheckFail", row.getError().getCode());
    }
    equal(null == t.get(table, t.numbered(2)), true);
    isTrue(batch(t, null, true, good).isAllSucceed(), "an atomic batch");
    equal("v=2", cells(t.get(table, t.numbered(2))));
  }

  private static void batchScope(Testing t) {
    String table = t.plain();
    BatchWriteRowResponse reply =
        batch(
            t,
            null,
            true,
            t.putChange(table, t.pk("a"), column("v", 1L)),
            t.putChange(table, t.pk("b"), column("v", 1L)));
    equal(2, reply.getFailedRows().size());
    for (BatchWriteRowResponse.RowResult row : reply.getFailedRows()) {
      equal("OTSDataOutOfRange", row.getError().getCode());
      equal(
          "Data out of scope of atomic. Atomic PartKey:" + t.id + "a. Data PartKey:" + t.id + "b",
          row.getError().getMessage());
    }
    isTrue(t.get(table, t.pk("a")) == null, "nothing was written");
  }

  static List<ConformanceTest> all() {
    return List.of(
        test(START, "what is committed", "is visible inside at once, outside after the commit",
            TransactionTests::committed),
        test(START, "what is aborted", "is dropped, and the transaction has ended",
            TransactionTests::aborted),
        test(START, "other writers", "are refused until the end", TransactionTests::locked),
        test(START, "other writers", "cannot start a second transaction", TransactionTests::second),
        test(START, "other writers", "include an atomic batch inside", TransactionTests::atomicWithin),
        test(START, "other keys", "are out of scope", TransactionTests::scope),
        test(START, "rules", "table, key and ids", TransactionTests::rules),
        test("BatchWriteRow", "atomic batch", "one failed row refuses all rows",
            TransactionTests::wholeBatch),
        test("BatchWriteRow", "atomic batch", "has one partition-key value",
            TransactionTests::batchScope));
  }
}

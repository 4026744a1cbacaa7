package rowhouse.conformance;

import static rowhouse.conformance.ConformanceTest.test;
import static rowhouse.conformance.Testing.column;
import static rowhouse.conformance.Testing.equal;
import static rowhouse.conformance.Testing.invalid;
import static rowhouse.conformance.Testing.isTrue;
import static rowhouse.conformance.Testing.missingTable;

import com.alicloud.openservices.tablestore.TableStoreException;
import com.alicloud.openservices.tablestore.model.AddDefinedColumnRequest;
import com.alicloud.openservices.tablestore.model.CreateTableRequest;
import com.alicloud.openservices.tablestore.model.DefinedColumnType;
import com.alicloud.openservices.tablestore.model.DeleteDefinedColumnRequest;
import com.alicloud.openservices.tablestore.model.DeleteTableRequest;
import com.alicloud.openservices.tablestore.model.DescribeTableRequest;
import com.alicloud.openservices.tablestore.model.DescribeTableResponse;
import com.alicloud.openservices.tablestore.model.PrimaryKeyType;
import com.alicloud.openservices.tablestore.model.ReservedThroughput;
import com.alicloud.openservices.tablestore.model.StreamSpecification;
import com.alicloud.openservices.tablestore.model.TableMeta;
import com.alicloud.openservices.tablestore.model.TableOptions;
import com.alicloud.openservices.tablestore.model.UpdateTableRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

final class TableTests {
  private TableTests() {}

  private static DescribeTableResponse describe(Testing t, String table) {
    return t.client.describeTable(new DescribeTableRequest(table));
  }

  private static List<String> definedColumns(Testing t, String table) {
    List<String> columns = new ArrayList<>();
    describe(t, table)
        .getTableMeta()
        .getDefinedColumnsList()
        .forEach(column -> columns.add(column.getName() + ":" + column.getType()));
    return columns;
  }

  private static AddDefinedColumnRequest add(String table, String name, DefinedColumnType type) {
    AddDefinedColumnRequest request = new AddDefinedColumnRequest();
    request.setTableName(table);
    request.addDefinedColumn(name, type);
    return request;
  }

  private static DeleteDefinedColumnRequest remove(String table, String... names) {
    DeleteDefinedColumnRequest request = new DeleteDefinedColumnRequest();
    request.setTableName(table);
    Arrays.asList(names).forEach(request::addDefinedColumn);
    return request;
  }

  private static TableOptions fullRow(boolean value) {
    TableOptions options = new TableOptions();
    options.setUpdateFullRow(value);
    return options;
  }

  static List<ConformanceTest> all() {
    List<ConformanceTest> tests = new ArrayList<>(createTable());
    tests.addAll(otherOperations());
    return tests;
  }

  private static List<ConformanceTest> createTable() {
    return List.of(
        test("CreateTable", "keys of 1 to 4 columns of three types", "describes the key", t -> {
          String table =
              t.own(
                  new TableOptions(-1, 1),
                  meta -> {
                    meta.addPrimaryKeyColumn("i", PrimaryKeyType.INTEGER);
                    meta.addPrimaryKeyColumn("b", PrimaryKeyType.BINARY);
                    meta.addAutoIncrementPrimaryKeyColumn("auto");
                  });
          TableMeta meta = describe(t, table).getTableMeta();
          equal("[pk, i, b, auto]", meta.getPrimaryKeyMap().keySet().toString());
          equal(PrimaryKeyType.BINARY, meta.getPrimaryKeyMap().get("b"));
          isTrue(meta.getPrimaryKeyList().get(3).hasOption(), "auto-increment is described");
        }),
        test("CreateTable", "table options", "are described, also at their limits", t -> {
          TableOptions wanted = new TableOptions(86_400, 100, Testing.MAX_DEVIATION);
          wanted.setAllowUpdate(false);
          TableOptions seen = describe(t, t.own(wanted, meta -> {})).getTableOptions();
          equal(86_400, seen.getTimeToLive());
          equal(100, seen.getMaxVersions());
          equal(Testing.MAX_DEVIATION, seen.getMaxTimeDeviation());
          equal(false, seen.getAllowUpdate());
        }),
        test("CreateTable", "full-row updates", "are accepted and described", t -> {
          for (boolean allow : new boolean[] {true, false}) {
            TableOptions wanted = new TableOptions(-1, 1);
            wanted.setAllowUpdate(allow);
            wanted.setUpdateFullRow(true);
            TableOptions seen = describe(t, t.own(wanted, meta -> {})).getTableOptions();
            equal(true, seen.getUpdateFullRow());
            equal(allow, seen.getAllowUpdate());
          }
        }),
        test("CreateTable", "reserved throughput", "is accepted and described", t -> {
          String table = t.tableName();
          t.client.createTable(
              new CreateTableRequest(
                  t.meta(table), new TableOptions(-1, 1), new ReservedThroughput(2, 1)));
          equal(
              new ReservedThroughput(2, 1).getCapacityUnit(),
              describe(t, table).getReservedThroughputDetails().getCapacityUnit());
        }),
        test("CreateTable", "stream specification", "is stored and described", t -> {
          String table = t.tableName();
          CreateTableRequest request =
              new CreateTableRequest(t.meta(table), new TableOptions(-1, 1));
          StreamSpecification stream = new StreamSpecification(true, 24);
          stream.addOriginColumnsToGet(new String[] {"z", "a"});
          request.setStreamSpecification(stream);
          t.client.createTable(request);
          isTrue(describe(t, table).getStreamDetails().isEnableStream(), "stream is on");
          equal(24, describe(t, table).getStreamDetails().getExpirationTime());
          equal(
              "[a, z]",
              new ArrayList<>(
                      new java.util.TreeSet<>(
                          describe(t, table).getStreamDetails().getOriginColumnsToGet()))
                  .toString());
        }),
        test("CreateTable", "defined columns", "are described in creation order", t -> {
          String table =
              t.own(
                  new TableOptions(-1, 1),
                  meta -> {
                    meta.addDefinedColumn("z", DefinedColumnType.STRING);
                    meta.addDefinedColumn("a", DefinedColumnType.BINARY);
                    meta.addDefinedColumn("d", DefinedColumnType.DOUBLE);
                  });
          equal("[z:STRING, a:BINARY, d:DOUBLE]", definedColumns(t, table).toString());
        }),
        test("CreateTable", "name rules", "refuses every illegal form", t -> {
          for (String name : new String[] {"0", "3t", "T#", "中文", "x".repeat(256)}) {
            invalid(
                () ->
                    t.client.createTable(
                        new CreateTableRequest(t.meta(name), new TableOptions(-1, 1))),
                "Invalid table name: '" + name + "'.");
          }
        }));
  }

  private static List<ConformanceTest> otherOperations() {
    return List.of(
        test("ListTable", "names of all tables", "shows a new table and hides a dropped one", t -> {
          String table = t.own(new TableOptions(-1, 1), meta -> {});
          isTrue(t.client.listTable().getTableNames().contains(table), "listed");
          t.client.deleteTable(new DeleteTableRequest(table));
          isTrue(!t.client.listTable().getTableNames().contains(table), "gone");
        }),
        test("DescribeTable", "creation time", "is in microseconds", t -> {
          long before = System.currentTimeMillis() - 600_000;
          String table = t.own(new TableOptions(-1, 1), meta -> {});
          long millis = describe(t, table).getCreationTime() / 1000;
          isTrue(millis > before && millis < before + 1_200_000, "creation time " + millis);
        }),
        test("DescribeTable", "missing table", "is refused", t ->
            missingTable(() -> describe(t, t.tableName()))),
        test("UpdateTable", "changes only what is given", "keeps the other options", t -> {
          String table = t.own(new TableOptions(-1, 3), meta -> {});
          UpdateTableRequest request = new UpdateTableRequest(table);
          request.setTableOptionsForUpdate(new TableOptions(100_000));
          t.client.updateTable(request);
          TableOptions seen = describe(t, table).getTableOptions();
          equal("100000 3", seen.getTimeToLive() + " " + seen.getMaxVersions());
        }),
        test("UpdateTable", "full-row updates", "are refused, on or off", t -> {
          String table = t.own(new TableOptions(-1, 1), meta -> {});
          for (boolean value : new boolean[] {true, false}) {
            UpdateTableRequest request = new UpdateTableRequest(table);
            request.setTableOptionsForUpdate(fullRow(value));
            try {
              t.client.updateTable(request);
              throw new AssertionError("accepted " + value);
            } catch (TableStoreException error) {
              equal("OTSParameterInvalid", error.getErrorCode());
              isTrue(error.getMessage().contains("contain updateFullRow"), error.getMessage());
            }
          }
        }),
        test("UpdateTable", "stream on and off", "is described", t -> {
          String table = t.own(new TableOptions(-1, 1), meta -> {});
          UpdateTableRequest on = new UpdateTableRequest(table);
          on.setStreamSpecification(new StreamSpecification(true, 168));
          t.client.updateTable(on);
          equal(168, describe(t, table).getStreamDetails().getExpirationTime());
          UpdateTableRequest off = new UpdateTableRequest(table);
          off.setStreamSpecification(new StreamSpecification(false));
          t.client.updateTable(off);
          equal(false, describe(t, table).getStreamDetails().isEnableStream());
        }),
        test("DeleteTable", "removes the table", "at once", t -> {
          String table = t.own(new TableOptions(-1, 1), meta -> {});
          t.client.deleteTable(new DeleteTableRequest(table));
          missingTable(() -> describe(t, table));
          missingTable(() -> t.client.deleteTable(new DeleteTableRequest(table)));
        }),
        test("AddDefinedColumn", "adds columns", "after the existing ones", t -> {
          String table =
              t.own(
                  new TableOptions(-1, 1),
                  meta -> meta.addDefinedColumn("z", DefinedColumnType.STRING));
          t.client.addDefinedColumn(add(table, "a", DefinedColumnType.INTEGER));
          equal("[z:STRING, a:INTEGER]", definedColumns(t, table).toString());
          t.put(table, t.pk(), column("a", 1L));
        }),
        test("AddDefinedColumn", "limits", "at most 32, with legal names", t -> {
          String table =
              t.own(
                  new TableOptions(-1, 1),
                  meta -> {
                    for (int i = 0; i < 32; i += 1) {
                      meta.addDefinedColumn("c" + i, DefinedColumnType.INTEGER);
                    }
                  });
          invalid(
              () -> t.client.addDefinedColumn(add(table, "more", DefinedColumnType.STRING)),
              "The number of defined columns must be in range: [0, 32].");
          invalid(
              () -> t.client.addDefinedColumn(add(table, "#", DefinedColumnType.STRING)),
              "Invalid column name: '#'.");
        }),
        test("AddDefinedColumn", "missing table", "is refused", t ->
            missingTable(
                () ->
                    t.client.addDefinedColumn(
                        add(t.tableName(), "a", DefinedColumnType.STRING)))),
        test("DeleteDefinedColumn", "removes columns", "the others keep their order", t -> {
          String table =
              t.own(
                  new TableOptions(-1, 1),
                  meta -> {
                    for (String name : new String[] {"x", "y", "z"}) {
                      meta.addDefinedColumn(name, DefinedColumnType.INTEGER);
                    }
                  });
          t.client.deleteDefinedColumn(remove(table, "y"));
          equal("[x:INTEGER, z:INTEGER]", definedColumns(t, table).toString());
          t.put(table, t.pk(), column("y", "any type"));
        }),
        test("DeleteDefinedColumn", "missing table", "is refused", t ->
            missingTable(() -> t.client.deleteDefinedColumn(remove(t.tableName(), "a")))));
  }
}

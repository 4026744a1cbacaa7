package rowhouse.conformance;

import static rowhouse.conformance.ConformanceTest.test;
import static rowhouse.conformance.Testing.cells;
import static rowhouse.conformance.Testing.column;
import static rowhouse.conformance.Testing.equal;
import static rowhouse.conformance.Testing.missingTable;
import static rowhouse.conformance.Testing.refused;

import com.alicloud.openservices.tablestore.ClientConfiguration;
import com.alicloud.openservices.tablestore.SyncClient;
import com.alicloud.openservices.tablestore.model.DescribeTableRequest;
import com.alicloud.openservices.tablestore.model.GetRowRequest;
import com.alicloud.openservices.tablestore.model.PutRowRequest;
import com.alicloud.openservices.tablestore.model.SingleRowQueryCriteria;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

final class AccessTests {
  private AccessTests() {}

  private static String roundTrip(Testing t, SyncClient client, String text) {
    client.putRow(new PutRowRequest(t.putChange(t.plain(), t.pk(), column("c", text))));
    SingleRowQueryCriteria criteria = new SingleRowQueryCriteria(t.plain(), t.pk());
    criteria.setMaxVersions(1);
    return client.getRow(new GetRowRequest(criteria)).getRow().getLatestColumn("c").getValue()
        .asString();
  }

  private static void denied(SyncClient client, String text) {
    try {
      refused(client::listTable, 403, "OTSAuthFailed", text);
    } finally {
      client.shutdown();
    }
  }

  static List<ConformanceTest> all() {
    return List.of(
        test("Authentication", "wrong secret", "is refused", t ->
            denied(t.server.clientWith(null, "wrong", null), "Signature mismatch.")),
        test("Authentication", "unknown access key", "is refused", t ->
            denied(t.server.clientWith("nobody", null, null), "The AccessKeyID does not exist.")),
        test("Authentication", "unknown instance", "is refused at once", t ->
            denied(t.server.clientWith(null, null, "nowhere"), "The instance is not found.")),
        test("Authentication", "signature V4", "is verified, and so are the replies to it", t -> {
          SyncClient client = t.server.clientWithV4(null);
          equal("signed", roundTrip(t, client, "signed"));
          client.shutdown();
          denied(t.server.clientWithV4("wrong"), "Signature mismatch.");
        }),
        test("Authentication", "signature V4", "is valid only near the day of its key", t -> {
          LocalDate today = LocalDate.now(ZoneOffset.UTC);
          SyncClient client = t.server.clientWithV4Of(today.format(DateTimeFormatter.BASIC_ISO_DATE));
          equal("derived", roundTrip(t, client, "derived"));
          client.shutdown();
          String lastMonth = today.minusDays(30).format(DateTimeFormatter.BASIC_ISO_DATE);
          denied(
              t.server.clientWithV4Of(lastMonth),
              "Mismatch between system time and x-ots-signdate: " + lastMonth + ".");
        }),
        test("Transport", "reply validation", "signature and MD5 of every reply are right", t -> {
          t.put(t.plain(), t.pk(), column("c", 1L));
          equal("c=1", cells(t.get(t.plain(), t.pk())));
          missingTable(() -> t.client.describeTable(new DescribeTableRequest(t.tableName())));
        }),
        test("Transport", "compression", "of requests and replies", t -> {
          String text = "compressible ".repeat(10_000);
          for (boolean[] ways : new boolean[][] {{true, false}, {false, true}, {true, true}}) {
            ClientConfiguration configuration = new ClientConfiguration();
            configuration.setEnableRequestCompression(ways[0]);
            configuration.setEnableResponseCompression(ways[1]);
            SyncClient client = t.server.client(configuration);
            equal(text, roundTrip(t, client, text));
            missingTable(() -> client.describeTable(new DescribeTableRequest(t.tableName())));
            client.shutdown();
          }
        }));
  }
}

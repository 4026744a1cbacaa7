package rowhouse.conformance;

import com.alicloud.openservices.tablestore.ClientException;
import com.alicloud.openservices.tablestore.TableStoreException;
import com.google.gson.JsonObject;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs the tests one after another and reports each as it ends. */
final class Runner {
  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final String prefix =
      String.format("conformance_%08x", new SecureRandom().nextInt());
  private final Map<String, String> shared = new HashMap<>();

  void run(List<ConformanceTest> tests, String wanted) {
    Server server = Server.fromEnvironment();
    int index = 0;
    for (ConformanceTest test : tests) {
      String title = test.operation + " / " + test.feature + " / " + test.name;
      index += 1;
      if (!title.toLowerCase(Locale.ROOT).contains(wanted.toLowerCase(Locale.ROOT))) {
        continue;
      }
      Testing testing = new Testing(server, prefix, index, shared);
      String[] outcome = outcome(test, testing);
      testing.dropOwn();
      report(test, outcome[0], outcome[1]);
    }
    for (String table : shared.values()) {
      Testing.drop(server.client(), table);
    }
  }

  /** The status of a test and a note. */
  private static String[] outcome(ConformanceTest test, Testing testing) {
    try {
      runOnce(test, testing);
    } catch (Exception | AssertionError failure) {
      if (test.gap == null) {
        return new String[] {"fail", trace(failure)};
      }
      String expected = "Unsupported operation: " + test.operation + ".";
      boolean refused =
          failure instanceof TableStoreException && expected.equals(failure.getMessage());
      return refused
          ? new String[] {"expected-failure", test.gap}
          : new String[] {"fail", "expected \"" + expected + "\", got " + trace(failure)};
    }
    return test.gap == null
        ? new String[] {"pass", ""}
        : new String[] {"fail", test.operation + " is served now: remove the gap " + test.gap};
  }

  /**
   * Runs a test again when a request has never left the client. A thread of the SDK closes connections
   * that were idle for 5 seconds, and sometimes the one that a request has just taken.
   */
  private static void runOnce(ConformanceTest test, Testing testing) throws Exception {
    try {
      test.body.run(testing);
    } catch (ClientException failure) {
      if (!trace(failure).contains("ConnectionClosedException: Connection closed\n")) {
        throw failure;
      }
      System.err.println("again, because the SDK has closed its own connection: " + test.name);
      testing.dropOwn();
      test.body.run(testing);
    }
  }

  private static String trace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  private void report(ConformanceTest test, String status, String note) {
    JsonObject line = new JsonObject();
    line.addProperty("operation", test.operation);
    line.addProperty("feature", test.feature);
    line.addProperty("test", test.name);
    line.addProperty("status", status);
    line.addProperty("note", note);
    out.println(line);
  }
}

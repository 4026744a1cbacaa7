package rowhouse.conformance;

import java.util.ArrayList;
import java.util.List;

/** Prints one JSON line per test. An argument selects the tests whose names contain it. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    List<ConformanceTest> tests = new ArrayList<>();
    tests.addAll(TableTests.all());
    tests.addAll(IndexTests.all());
    tests.addAll(RowTests.all());
    tests.addAll(FilterTests.all());
    tests.addAll(ManyRowTests.all());
    tests.addAll(TransactionTests.all());
    tests.addAll(BulkTests.all());
    tests.addAll(AccessTests.all());
    tests.addAll(SearchTests.all());
    tests.addAll(GapTests.all());
    new Runner().run(tests, arguments.length > 0 ? arguments[0] : "");
    // The SDK's threads would keep the process alive.
    System.exit(0);
  }
}

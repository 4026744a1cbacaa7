package rowhouse.conformance;

/** One test: its place on the page, and how it is checked. */
public final class ConformanceTest {
  /** A test's body; any exception is a failure. */
  public interface Body {
    void run(Testing testing) throws Exception;
  }

  public final String operation;
  public final String feature;
  public final String name;
  /** The topic of an operation that is not served yet; null for all others. */
  public final String gap;
  public final Body body;

  private ConformanceTest(String operation, String feature, String name, String gap, Body body) {
    this.operation = operation;
    this.feature = feature;
    this.name = name;
    this.gap = gap;
    this.body = body;
  }

  public static ConformanceTest test(String operation, String feature, String name, Body body) {
    return new ConformanceTest(operation, feature, name, null, body);
  }

  /** A test that expects the server to refuse an operation as unsupported. */
  public static ConformanceTest gap(String operation, String topic, Body body) {
    String name = operation + " answers \"unsupported\"";
    return new ConformanceTest(operation, "not served yet", name, topic, body);
  }
}

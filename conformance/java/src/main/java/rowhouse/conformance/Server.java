package rowhouse.conformance;

import com.alicloud.openservices.tablestore.ClientConfiguration;
import com.alicloud.openservices.tablestore.SyncClient;
import com.alicloud.openservices.tablestore.TimeseriesClient;
import com.alicloud.openservices.tablestore.TunnelClient;
import com.alicloud.openservices.tablestore.core.auth.CalculateV4SigningKeyUtil;
import com.alicloud.openservices.tablestore.core.auth.DefaultCredentialProvider;
import com.alicloud.openservices.tablestore.core.auth.DefaultCredentials;
import com.alicloud.openservices.tablestore.core.auth.V4Credentials;

/** The server under test and the ways to reach it. */
final class Server {
  private static final String REGION = "cn-hangzhou";

  private final String endpoint;
  private final String instance;
  private final String keyId;
  private final String keySecret;
  private SyncClient client;

  private Server(String endpoint, String instance, String keyId, String keySecret) {
    this.endpoint = endpoint;
    this.instance = instance;
    this.keyId = keyId;
    this.keySecret = keySecret;
  }

  static Server fromEnvironment() {
    return new Server(
        System.getenv("ROWHOUSE_ENDPOINT"),
        System.getenv("ROWHOUSE_INSTANCE"),
        System.getenv("ROWHOUSE_ACCESS_KEY_ID"),
        System.getenv("ROWHOUSE_ACCESS_KEY_SECRET"));
  }

  /** The client of all tests. It verifies the signature and the MD5 of every reply. */
  SyncClient client() {
    if (client == null) {
      client = client(new ClientConfiguration());
    }
    return client;
  }

  SyncClient client(ClientConfiguration configuration) {
    configuration.setEnableResponseValidation(true);
    configuration.setEnableResponseContentMD5Checking(true);
    return new SyncClient(endpoint, keyId, keySecret, instance, configuration);
  }

  SyncClient clientWith(String otherId, String otherSecret, String otherInstance) {
    return new SyncClient(
        endpoint,
        otherId == null ? keyId : otherId,
        otherSecret == null ? keySecret : otherSecret,
        otherInstance == null ? instance : otherInstance);
  }

  SyncClient clientWithV4(String secret) {
    DefaultCredentials credentials =
        new DefaultCredentials(keyId, secret == null ? keySecret : secret);
    return clientWithV4(V4Credentials.createByServiceCredentials(credentials, REGION));
  }

  /** A client that has only the signing key derived for this day (yyyyMMdd). */
  SyncClient clientWithV4Of(String day) {
    String derived =
        CalculateV4SigningKeyUtil.finalSigningKeyString(
            keySecret, day, REGION, "ots", "HmacSHA256");
    return clientWithV4(new V4Credentials(keyId, derived, REGION, day));
  }

  private SyncClient clientWithV4(V4Credentials credentials) {
    return new SyncClient(
        endpoint,
        new DefaultCredentialProvider(credentials),
        instance,
        new ClientConfiguration(),
        null);
  }

  TunnelClient tunnels() {
    return new TunnelClient(endpoint, keyId, keySecret, instance);
  }

  TimeseriesClient timeseries() {
    return new TimeseriesClient(endpoint, keyId, keySecret, instance);
  }
}

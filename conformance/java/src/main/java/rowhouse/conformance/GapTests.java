package rowhouse.conformance;

import static rowhouse.conformance.ConformanceTest.gap;

import com.alicloud.openservices.tablestore.model.DescribeGlobalTableRequest;
import com.alicloud.openservices.tablestore.model.DescribeStreamRequest;
import com.alicloud.openservices.tablestore.model.GetShardIteratorRequest;
import com.alicloud.openservices.tablestore.model.GetStreamRecordRequest;
import com.alicloud.openservices.tablestore.model.ListStreamRequest;
import com.alicloud.openservices.tablestore.model.delivery.DeleteDeliveryTaskRequest;
import com.alicloud.openservices.tablestore.model.delivery.DescribeDeliveryTaskRequest;
import com.alicloud.openservices.tablestore.model.delivery.ListDeliveryTaskRequest;
import com.alicloud.openservices.tablestore.model.sql.SQLQueryRequest;
import com.alicloud.openservices.tablestore.model.timeseries.DeleteTimeseriesTableRequest;
import com.alicloud.openservices.tablestore.model.timeseries.DescribeTimeseriesTableRequest;
import com.alicloud.openservices.tablestore.model.tunnel.CreateTunnelRequest;
import com.alicloud.openservices.tablestore.model.tunnel.DeleteTunnelRequest;
import com.alicloud.openservices.tablestore.model.tunnel.DescribeTunnelRequest;
import com.alicloud.openservices.tablestore.model.tunnel.ListTunnelRequest;
import com.alicloud.openservices.tablestore.model.tunnel.TunnelType;
import com.alicloud.openservices.tablestore.model.tunnel.internal.CheckpointRequest;
import com.alicloud.openservices.tablestore.model.tunnel.internal.ConnectTunnelRequest;
import com.alicloud.openservices.tablestore.model.tunnel.internal.GetCheckpointRequest;
import com.alicloud.openservices.tablestore.model.tunnel.internal.HeartbeatRequest;
import com.alicloud.openservices.tablestore.model.tunnel.internal.ReadRecordsRequest;
import com.alicloud.openservices.tablestore.model.tunnel.internal.ShutdownTunnelRequest;
import com.alicloud.openservices.tablestore.tunnel.worker.TunnelClientConfig;
import java.util.ArrayList;
import java.util.List;

/** Operations that are not served yet, each with the smallest valid request. */
final class GapTests {
  private static final String DELIVERY = "Delivery to object storage";
  private static final String STREAMS = "Streams";
  private static final String TIMESERIES = "Time series";
  private static final String TUNNELS = "Tunnels";

  private GapTests() {}

  static List<ConformanceTest> all() {
    List<ConformanceTest> tests = new ArrayList<>(tables());
    tests.addAll(streams());
    tests.addAll(tunnels());
    tests.addAll(others());
    return tests;
  }

  private static List<ConformanceTest> tables() {
    return List.of(
        gap("SQLQuery", "SQL", t -> t.client.sqlQuery(new SQLQueryRequest("show tables"))));
  }

  private static List<ConformanceTest> streams() {
    return List.of(
        gap("ListStream", STREAMS, t -> t.client.listStream(new ListStreamRequest(t.plain()))),
        gap("DescribeStream", STREAMS, t ->
            t.client.describeStream(new DescribeStreamRequest("gap"))),
        gap("GetShardIterator", STREAMS, t ->
            t.client.getShardIterator(new GetShardIteratorRequest("gap", "gap"))),
        gap("GetStreamRecord", STREAMS, t ->
            t.client.getStreamRecord(new GetStreamRecordRequest("gap"))));
  }

  private static List<ConformanceTest> tunnels() {
    return List.of(
        gap("tunnel/create", TUNNELS, t ->
            t.server.tunnels()
                .createTunnel(new CreateTunnelRequest(t.plain(), "gap", TunnelType.Stream))),
        gap("tunnel/list", TUNNELS, t ->
            t.server.tunnels().listTunnel(new ListTunnelRequest(t.plain()))),
        gap("tunnel/describe", TUNNELS, t ->
            t.server.tunnels().describeTunnel(new DescribeTunnelRequest(t.plain(), "gap"))),
        gap("tunnel/delete", TUNNELS, t ->
            t.server.tunnels().deleteTunnel(new DeleteTunnelRequest(t.plain(), "gap"))),
        gap("tunnel/connect", TUNNELS, t ->
            t.server
                .tunnels()
                .connectTunnel(new ConnectTunnelRequest("gap", new TunnelClientConfig()))),
        gap("tunnel/heartbeat", TUNNELS, t ->
            t.server
                .tunnels()
                .heartbeat(new HeartbeatRequest("gap", "gap", new ArrayList<>()))),
        gap("tunnel/shutdown", TUNNELS, t ->
            t.server.tunnels().shutdownTunnel(new ShutdownTunnelRequest("gap", "gap"))),
        gap("tunnel/getcheckpoint", TUNNELS, t ->
            t.server.tunnels().getCheckpoint(new GetCheckpointRequest("gap", "gap", "gap"))),
        gap("tunnel/readrecords", TUNNELS, t ->
            t.server.tunnels().readRecords(new ReadRecordsRequest("gap", "gap", "gap", "gap"))),
        gap("tunnel/checkpoint", TUNNELS, t ->
            t.server
                .tunnels()
                .checkpoint(new CheckpointRequest("gap", "gap", "gap", "gap", 1))));
  }

  private static List<ConformanceTest> others() {
    return List.of(
        gap("ListTimeseriesTable", TIMESERIES, t ->
            t.server.timeseries().listTimeseriesTable()),
        gap("DescribeTimeseriesTable", TIMESERIES, t ->
            t.server
                .timeseries()
                .describeTimeseriesTable(new DescribeTimeseriesTableRequest("gap"))),
        gap("DeleteTimeseriesTable", TIMESERIES, t ->
            t.server.timeseries().deleteTimeseriesTable(new DeleteTimeseriesTableRequest("gap"))),
        gap("ListDeliveryTask", DELIVERY, t ->
            t.client.listDeliveryTask(new ListDeliveryTaskRequest(t.plain()))),
        gap("DescribeDeliveryTask", DELIVERY, t ->
            t.client.describeDeliveryTask(new DescribeDeliveryTaskRequest(t.plain(), "gap"))),
        gap("DeleteDeliveryTask", DELIVERY, t ->
            t.client.deleteDeliveryTask(new DeleteDeliveryTaskRequest(t.plain(), "gap"))),
        gap("DescribeGlobalTable", "Global tables", t ->
            t.client.describeGlobalTable(new DescribeGlobalTableRequest("gap", "gap"))));
  }
}

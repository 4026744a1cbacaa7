import type { ContinuousBackup, MemoryBudget, OpenEngine } from '@rowhouse/engine'
import type { Admission, TenantFigures } from '../admission/admission.js'
import type { DiskMonitor } from '../disk-monitor.js'
import { serverLimits } from '../limits.js'
import type { EventLoopDelay } from './event-loop-delay.js'
import type { LatencyHistogram } from './latency-histogram.js'
import { backupSamples } from './backup-metrics.js'
import { bucketsMetric } from './buckets-metric.js'
import type { SearchHost } from '../search-host.js'
import type { RequestFigures } from './request-figures.js'
import { secondaryIndexSamples } from './secondary-index-metrics.js'
import { type Sample, searchSamples } from './search-metrics.js'

export interface MetricsSources {
  readonly engine: OpenEngine
  readonly search: SearchHost
  readonly backup?: ContinuousBackup | undefined
  readonly requests: RequestFigures
  readonly admission: Admission
  readonly memory: MemoryBudget
  readonly fsync: LatencyHistogram
  readonly eventLoop: EventLoopDelay
  readonly disk: DiskMonitor
  readonly version: string
}

type Prometheus = typeof import('prom-client')

/**
 * Renders the Prometheus page. Everything is counted elsewhere as plain numbers, and becomes metrics only
 * for the page. The library is loaded then as well, because most servers never need it.
 */
export async function renderMetrics(sources: MetricsSources): Promise<string> {
  const prometheus = await import('prom-client')
  const registry = new prometheus.Registry()
  const add = { prometheus, registry }
  addRequests(add, sources)
  addTenants(add, sources.admission)
  addMemory(add, sources.memory)
  registry.registerMetric(
    bucketsMetric(prometheus, {
      name: 'rowhouse_fsync_seconds',
      help: 'Time of one sync of the commit log',
      series: [[{}, sources.fsync]],
    }),
  )
  await addEngine(add, sources.engine)
  await addSecondaryIndexes(add, sources.engine)
  await addSearch(add, sources)
  if (sources.backup !== undefined) addBackup(add, sources.backup)
  addProcess(add, sources)
  return registry.metrics()
}

interface Target {
  readonly prometheus: Prometheus
  readonly registry: InstanceType<Prometheus['Registry']>
}

function addCounter(target: Target, name: string, help: string, samples: readonly Sample[]): void {
  const labelNames = [...new Set(samples.flatMap(([labels]) => Object.keys(labels)))]
  const counter = new target.prometheus.Counter({
    name,
    help,
    labelNames,
    registers: [target.registry],
  })
  for (const [labels, value] of samples) counter.inc(labels, value)
}

function addGauge(target: Target, name: string, help: string, samples: readonly Sample[]): void {
  const labelNames = [...new Set(samples.flatMap(([labels]) => Object.keys(labels)))]
  const gauge = new target.prometheus.Gauge({
    name,
    help,
    labelNames,
    registers: [target.registry],
  })
  for (const [labels, value] of samples) gauge.set(labels, value)
}

function addRequests(target: Target, { requests, admission }: MetricsSources): void {
  const answers = [...requests.operations].flatMap(([operation, figures]) =>
    [...figures.answers].map(([code, count]): Sample => [{ operation, code }, count]),
  )
  addCounter(target, 'rowhouse_requests_total', 'Answers by operation and code', answers)
  target.registry.registerMetric(
    bucketsMetric(target.prometheus, {
      name: 'rowhouse_request_seconds',
      help: 'Time from the complete request to the encoded answer',
      series: [...requests.operations]
        .filter(([, { latency }]) => latency.sum > 0)
        .map(([operation, { latency }]) => [{ operation }, latency]),
    }),
  )
  const gauges = [
    ['rowhouse_requests_in_flight', 'Requests admitted and not yet answered', admission.inFlight],
    ['rowhouse_request_bytes_in_flight', 'Bytes of their bodies', admission.bytesInFlight],
  ] as const
  for (const [name, help, value] of gauges) addGauge(target, name, help, [[{}, value]])
  const counters = [
    ['busy_refusals', 'Requests answered "Server is busy." at the limit', requests.busyRefusals],
    ['disk_refusals', 'Writes refused for lack of disk space', requests.diskRefusals],
    ['uncaught_errors', 'Requests that failed with an internal error', requests.uncaughtErrors],
    ['slow_requests', 'Requests in the slow-request log', requests.slowRequests],
    ['tolerated_requests', 'Requests that --auth=warn let pass', requests.toleratedRequests],
  ] as const
  for (const [name, help, value] of counters) {
    addCounter(target, `rowhouse_${name}_total`, help, [[{}, value]])
  }
}

function addTenants(target: Target, admission: Admission): void {
  const tenants = [...admission.figures()]
  const gauge = (name: string, help: string, valueOf: (tenant: TenantFigures) => number): void =>
    addGauge(
      target,
      `rowhouse_instance_requests_${name}`,
      help,
      tenants.map((tenant) => [{ instance: tenant.instance }, valueOf(tenant)]),
    )
  gauge('in_flight', 'Requests of the instance that are admitted', ({ inFlight }) => inFlight)
  gauge('waiting', 'Admitted requests that wait for their turn', ({ waiting }) => waiting)
  const refusals = tenants.flatMap(({ instance, busyRefusals, limitRefusals }): Sample[] => [
    [{ instance, limit: 'server' }, busyRefusals],
    ...[...limitRefusals].map(([limit, count]): Sample => [{ instance, limit }, count]),
  ])
  const help = 'Requests of the instance answered "Server is busy.", by the limit that they passed'
  addCounter(target, 'rowhouse_instance_refusals_total', help, refusals)
}

async function addEngine(target: Target, engine: OpenEngine): Promise<void> {
  const consumed = engine.meter.figures()
  const units = consumed.flatMap(({ instance, table, read, write }): Sample[] => [
    [{ instance, table, kind: 'read' }, read],
    [{ instance, table, kind: 'write' }, write],
  ])
  addCounter(target, 'rowhouse_capacity_units_total', 'Consumed capacity units', units)
  const refused = consumed.flatMap(({ instance, table, refusedReads, refusedWrites }): Sample[] => [
    [{ instance, table, kind: 'read' }, refusedReads],
    [{ instance, table, kind: 'write' }, refusedWrites],
  ])
  const throttled = 'Rows refused because the reserved throughput was used up'
  addCounter(target, 'rowhouse_throttled_rows_total', throttled, refused)
  const counts = [...engine.catalog.all()]
    .map(
      ({ description: { instance, name: table }, partitions }): Sample => [
        { instance, table },
        partitions.count,
      ],
    )
    .sort(([, a], [, b]) => b - a)
    .slice(0, serverLimits.METRIC_TABLES_MAX)
  addGauge(target, 'rowhouse_table_partitions', 'Partitions by table, the most first', counts)
  addGauge(target, 'rowhouse_engine', 'Figures of the engine', figuresOf(engine.figures()))
  const stored = figuresOf(await engine.store.figures())
  addGauge(target, 'rowhouse_store', 'Figures of the commit log and the store', stored)
}

function addMemory(target: Target, memory: MemoryBudget): void {
  const { bytes, bytesMax, waiting, refused, cut } = memory.figures()
  const gauge = (name: string, help: string, value: number): void =>
    addGauge(target, `rowhouse_memory_${name}`, help, [[{}, value]])
  gauge('in_flight_bytes', 'Bodies, rows that are read, and replies of requests in flight', bytes)
  gauge('in_flight_bytes_max', 'The memory that all requests in flight may take', bytesMax)
  gauge('waiting_requests', 'Requests that wait for memory', waiting)
  const refusals = 'Requests answered "Server is busy." for lack of memory'
  addCounter(target, 'rowhouse_memory_refusals_total', refusals, [[{}, refused]])
  const cuts =
    'Connections closed whose clients did not read replies while others waited for memory'
  addCounter(target, 'rowhouse_memory_cut_replies_total', cuts, [[{}, cut]])
}

async function addSecondaryIndexes(target: Target, engine: OpenEngine): Promise<void> {
  const samples = await secondaryIndexSamples(engine)
  for (const [name, help, values] of samples.gauges) {
    addGauge(target, `rowhouse_secondary_index_${name}`, help, values)
  }
  const counter = (name: string, help: string, values: readonly Sample[]): void =>
    addCounter(target, `rowhouse_secondary_index_${name}_total`, help, values)
  counter('followed_rows', 'Changed rows that have reached the index', samples.followedRows)
  counter('held_writes', 'Writes that had to wait for an index far behind', samples.heldWrites)
  counter('held_seconds', 'How long these waited, all together', samples.heldSeconds)
}

async function addSearch(target: Target, { search, engine }: MetricsSources): Promise<void> {
  const samples = await searchSamples(search, engine)
  if (samples === undefined) return
  for (const [name, help, values] of samples.gauges) {
    addGauge(target, `rowhouse_search_index_${name}`, help, values)
  }
  const searches = 'Searches and pages of scans by index and code'
  addCounter(target, 'rowhouse_search_index_searches_total', searches, samples.searches)
  const misfits = 'Rows with a value that does not fit its field'
  addGauge(target, 'rowhouse_search_index_misfits', misfits, samples.misfits)
}

function addBackup(target: Target, backup: ContinuousBackup): void {
  const { gauges, counters } = backupSamples(backup)
  for (const [name, help, value] of gauges) {
    addGauge(target, `rowhouse_backup_${name}`, help, [[{}, value]])
  }
  for (const [name, help, value] of counters) {
    addCounter(target, `rowhouse_backup_${name}_total`, help, [[{}, value]])
  }
}

/** Flattens nested figures: `{expiry: {expiredRows: 1}}` becomes `expiry_expired_rows`. */
function figuresOf(figures: object, prefix = ''): Sample[] {
  return Object.entries(figures).flatMap(([key, value]: [string, unknown]) => {
    const name = key.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
    if (typeof value === 'number') return [[{ figure: prefix + name }, value] as const]
    return typeof value === 'object' && value !== null ? figuresOf(value, `${prefix}${name}_`) : []
  })
}

const MICROSECONDS = 1e6

function addProcess(target: Target, sources: MetricsSources): void {
  const delay = sources.eventLoop.read()
  addGauge(target, 'rowhouse_event_loop_delay_seconds', 'Since the last scrape', [
    [{ quantile: '0.5' }, delay.p50],
    [{ quantile: '0.99' }, delay.p99],
    [{ quantile: '1' }, delay.max],
  ])
  const free = sources.disk.freeBytes()
  if (free !== undefined) {
    addGauge(target, 'rowhouse_disk_free_bytes', 'Under the data folder', [[{}, free]])
  }
  const low = sources.disk.isLow() ? 1 : 0
  addGauge(target, 'rowhouse_disk_low', '1 while writes are refused', [[{}, low]])
  const memory = process.memoryUsage()
  const cpu = process.cpuUsage()
  addGauge(target, 'process_resident_memory_bytes', 'Resident memory', [[{}, memory.rss]])
  addGauge(target, 'process_heap_bytes', 'JavaScript heap in use', [[{}, memory.heapUsed]])
  const seconds = (cpu.user + cpu.system) / MICROSECONDS
  addCounter(target, 'process_cpu_seconds_total', 'User and system time', [[{}, seconds]])
  const started = Date.now() / 1000 - process.uptime()
  addGauge(target, 'process_start_time_seconds', 'Since the epoch', [[{}, started]])
  addGauge(target, 'rowhouse_info', 'Version', [[{ version: sources.version }, 1]])
}

import {
  type ContinuousBackup,
  type MemoryBudget,
  type OpenEngine,
  openEngine,
} from '@rowhouse/engine'
import { startWithReserve } from '@rowhouse/store'
import { nodeFiles, systemClock, systemRandom, WorkTurns } from '@rowhouse/platform'
import type { Admission } from './admission/admission.js'
import { requestMemory } from './admission/memory-shares.js'
import { openAdmission } from './admission/open-admission.js'
import { Cleanup } from './cleanup.js'
import type { ColumnHeat } from './column-heat/column-heat.js'
import { openColumnHeat } from './column-heat/open-column-heat.js'
import type { Configuration } from './configuration/configuration.js'
import { startSweeping } from './door/sweeping.js'
import type { DiskMonitor } from './disk-monitor.js'
import { operations } from './dispatch-table.js'
import type { EngineGate } from './door/messages.js'
import { EngineHost } from './engine-host.js'
import { Faults } from './faults/faults.js'
import { faultyGate } from './faults/faulty-gate.js'
import type { Instance } from './instances/instance.js'
import type { InstanceRegistry } from './instances/instance-registry.js'
import { logBackgroundWork } from './background-log.js'
import { type Logger, createLogger } from './logging.js'
import { makePrivate } from './make-private.js'
import { watchEventLoop } from './metrics/event-loop-delay.js'
import { LatencyHistogram } from './metrics/latency-histogram.js'
import { renderMetrics } from './metrics/metrics-page.js'
import { RequestFigures } from './metrics/request-figures.js'
import { type Doors, openDoors } from './open-doors.js'
import { type AdminAddress, type Administer, openAdministration } from './open-admin.js'
import { originOf } from './origin-of.js'
import { openBackup } from './open-backup.js'
import { openDisk } from './open-disk.js'
import { openRegistry } from './open-registry.js'
import { openSearch } from './open-search.js'
import { openStorage } from './open-storage.js'
import { renewCertificate } from './renew-certificate.js'
import { logClockChanges } from './log-clock-changes.js'
import { logPartitions } from './partition-log.js'
import type { SearchHost } from './search-host.js'
import { type StorageHealth, createStorageHealth } from './storage-health.js'
import { startTraces } from './traces/start-traces.js'
import type { Traces } from './traces/traces.js'
import { VERSION } from './version.js'
import { openWatch } from './watch/open-watch.js'
import type { Watch } from './watch/watch.js'

export interface RunningServer {
  /** The URL at which clients find the service. */
  readonly endpoint: string
  readonly port: number
  readonly registry: InstanceRegistry
  readonly logger: Logger
  /** Where a browser finds the console; undefined while there is none. */
  readonly consoleUrl: string | undefined
  /** Where the admin API listens; undefined in memory, unless tests control the server. */
  readonly admin: AdminAddress | undefined
  /** Reads the certificate and its key again. A faulty pair is logged, and the old pair stays. */
  renewCertificate(): void
  /** Answers the requests in flight, then closes everything. May be called twice. */
  close(): Promise<void>
}

/** What the console uses of a running server. */
export interface ConsoleParts {
  readonly registry: InstanceRegistry
  readonly gate: EngineGate
  readonly administer: Administer
  /** The secret of the operator; undefined while the admin API is closed. */
  readonly adminSecret: string | undefined
  /** Where the service listens; undefined until it does. */
  readonly servicePort: () => number | undefined
  readonly logger: Logger
}

export interface OpenConsole {
  /** Where a browser finds it. */
  readonly url: string
  close(): Promise<void>
}

export interface StartOptions {
  /** Called when a part has failed without which the server cannot run. */
  readonly onFatal?: (error: Error) => void
  /** Opens what people see in a browser. It is closed before the engine is. */
  readonly openConsole?: (parts: ConsoleParts) => Promise<OpenConsole | undefined>
  /** Tests of what happens while the doors open replace this. */
  readonly openDoors?: typeof openDoors
}

/** The interval between two sweeps for requests that have waited too long for memory. */
const MEMORY_SWEEP_INTERVAL = 500

export async function startServer(
  configuration: Configuration,
  options: StartOptions = {},
): Promise<RunningServer> {
  const logger = createLogger(configuration.logLevel)
  warnOfRisks(configuration, logger)
  const startOnce = () => startOrLeave(configuration, options, logger)
  if (configuration.ephemeral) return startOnce()
  const place = { files: nodeFiles, directory: configuration.data }
  return startWithReserve(place, startOnce, (error) => {
    logger.error({ err: error }, 'no disk space for the start: the reserve is given up')
  })
}

async function startOrLeave(
  configuration: Configuration,
  options: StartOptions,
  logger: Logger,
): Promise<RunningServer> {
  const cleanup = new Cleanup()
  try {
    return await start(configuration, options, logger, cleanup)
  } catch (error) {
    await cleanup.run()
    throw error
  }
}

async function start(
  configuration: Configuration,
  options: StartOptions,
  logger: Logger,
  cleanup: Cleanup,
): Promise<RunningServer> {
  const fsync = new LatencyHistogram()
  // The engine opens first: it creates the data folder, or refuses one that is in use or not ours.
  const storage = createStorageHealth(logger)
  const engine = await openEngineOn(configuration, fsync, storage, logger)
  cleanup.add(() => engine.close())
  if (!configuration.ephemeral) await makePrivate(configuration.data, logger)
  const search = openSearch(configuration, engine, logger)
  cleanup.add(() => search.close())
  const disk = await openDisk(configuration, engine, storage, logger, cleanup)
  const registry = await openRegistry(configuration, engine.catalog, logger)
  const heat = openColumnHeat(cleanup)
  const faults = configuration.testControl ? new Faults(systemRandom) : undefined
  const admission = openAdmission(configuration)
  const memory = requestMemory(configuration)
  const backup = await openBackup(configuration, engine.store, logger, cleanup)
  const watched = { engine, search, admission, memory, disk, backup }
  const watch = openWatch(configuration, watched, logger, cleanup)
  const folder = configuration.ephemeral ? undefined : configuration.data
  const adminParts = { registry, engine, search, heat, watch, faults, folder, logger, cleanup }
  const { administer, admin } = await openAdministration(configuration, adminParts)
  const traces = await startTraces(configuration, logger)
  if (traces !== undefined) cleanup.add(() => traces.close())
  const host = createHost(configuration, {
    engine,
    search,
    heat,
    backup,
    storage,
    disk,
    fsync,
    logger,
    cleanup,
    admission,
    memory,
    watch,
    traces,
  })
  passInstancesOn(registry, engine, admission)
  const open = options.openDoors ?? openDoors
  const onFailure = doorFailed(options, logger)
  const gate = faults === undefined ? host : faultyGate(host, faults)
  const consoleParts = { registry, gate, logger, administer, adminSecret: admin?.secret }
  const { consoleUrl, serves } = await openConsole(options, consoleParts, cleanup)
  const ways = { ...configuration, consoleUrl }
  const doors = await open(ways, gate, registry.list(), onFailure, engine.turns)
  serves(doors.port)
  passToDoors(registry, doors)
  const endpoint = originOf({ ...configuration, port: doors.port })
  logger.info({ endpoint, version: VERSION, data: describeData(configuration) }, 'ready')
  return {
    endpoint,
    port: doors.port,
    registry,
    logger,
    consoleUrl,
    admin,
    renewCertificate: () => renewCertificate(configuration, doors, logger),
    close: once(() => {
      faults?.close()
      return close(doors, host, cleanup, logger)
    }),
  }
}

const doorFailed =
  ({ onFatal }: StartOptions, logger: Logger) =>
  (error: Error): void => {
    logger.fatal({ err: error }, 'a door has failed')
    onFatal?.(error)
  }

/** The console opens before the service does, and is told by `serves` when that listens. */
async function openConsole(
  { openConsole: open }: StartOptions,
  parts: Omit<ConsoleParts, 'servicePort'>,
  cleanup: Cleanup,
) {
  const service: { port: number | undefined } = { port: undefined }
  const console = await open?.({ ...parts, servicePort: () => service.port })
  if (console !== undefined) cleanup.add(() => console.close())
  const serves = (port: number): void => {
    service.port = port
  }
  return { consoleUrl: console?.url, serves }
}

/** Passes instances on at once and at each change: limits and types must hold for the first request. */
function passInstancesOn(
  registry: InstanceRegistry,
  engine: OpenEngine,
  admission: Admission,
): void {
  const pass = (instances: readonly Instance[]): void => {
    admission.setInstances(instances)
    engine.instanceTypes.replace(new Map(instances.map(({ name, type }) => [name, type])))
  }
  pass(registry.list())
  registry.onChange(pass)
}

/** The admin API was open while the doors opened, and may have changed instances. */
function passToDoors(registry: InstanceRegistry, doors: Doors): void {
  registry.onChange((instances) => doors.setInstances(instances))
  doors.setInstances(registry.list())
}

/** The doors stop answering first, and their socket goes last (see shared-port.ts). */
async function close(
  doors: Doors,
  host: EngineHost,
  cleanup: Cleanup,
  logger: Logger,
): Promise<void> {
  logger.info('closing')
  host.drain()
  await doors.drain()
  await cleanup.run()
  await doors.stop()
  logger.info('closed')
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work()
    return running
  }
}

function warnOfRisks(configuration: Configuration, logger: Logger): void {
  for (const variable of configuration.strangeVariables)
    logger.warn({ variable }, 'this variable is no setting; rowhouse serve --help lists them')
  if (configuration.ephemeral) {
    logger.warn('--ephemeral: everything is in memory and gone when the process ends')
  } else if (configuration.durability === 'relaxed') {
    logger.warn('--durability=relaxed: a power loss may lose the last acknowledged writes')
  }
  if (configuration.testControl) {
    logger.warn('--test-control: whoever reads the ready line may drop tables and add faults')
  }
  if (configuration.auth !== 'enforce') {
    logger.warn({ auth: configuration.auth }, 'requests are served without a valid signature')
  }
}

async function openEngineOn(
  configuration: Configuration,
  fsync: LatencyHistogram,
  storage: StorageHealth,
  logger: Logger,
): Promise<OpenEngine> {
  const turns = new WorkTurns(systemClock)
  const store = await openStorage(configuration, {
    turns,
    onSync: (milliseconds) => fsync.observe(milliseconds / 1000),
    onClockChange: logClockChanges(logger),
    onStall: storage.onStall,
    onLost: storage.onLost,
  })
  try {
    return await openEngine({
      store,
      turns,
      options: {
        limitTableOperations: configuration.serviceRates,
        limitCapacityChanges: configuration.serviceRates,
        localTransactions: configuration.localTransactions,
        throttle: configuration.throttle,
        partitionUnits: configuration.partitionUnits,
        partitionBytes: configuration.partitionBytes,
        partitionHotUnits: configuration.partitionHotUnits,
        partitionUnavailableMs: configuration.partitionUnavailableMs,
      },
      onPartitionNotice: logPartitions(logger),
      onBackgroundError: logBackgroundWork(logger),
    })
  } catch (error) {
    await store.close()
    throw error
  }
}

interface HostParts {
  readonly engine: OpenEngine
  readonly backup: ContinuousBackup | undefined
  readonly search: SearchHost
  readonly heat: ColumnHeat
  readonly storage: StorageHealth
  readonly disk: DiskMonitor
  readonly fsync: LatencyHistogram
  readonly logger: Logger
  readonly cleanup: Cleanup
  readonly admission: Admission
  readonly memory: MemoryBudget
  readonly watch: Watch
  readonly traces: Traces | undefined
}

function createHost(configuration: Configuration, parts: HostParts): EngineHost {
  const { engine, search, heat, backup, storage, disk, fsync, logger, cleanup } = parts
  const { admission, memory, watch, traces } = parts
  const figures = new RequestFigures()
  const sweeping = startSweeping([memory], systemClock, MEMORY_SWEEP_INTERVAL)
  cleanup.add(async () => sweeping.stop())
  const eventLoop = watchEventLoop()
  cleanup.add(() => eventLoop.stop())
  return new EngineHost({
    engine,
    search,
    heat,
    operations,
    storage,
    disk,
    figures,
    logger,
    renderMetrics: () =>
      renderMetrics({
        engine,
        search,
        backup,
        requests: figures,
        admission,
        memory,
        fsync,
        eventLoop,
        disk,
        version: VERSION,
      }),
    admission,
    memory,
    traces,
    watch: watch.requests,
    slowRequest: configuration.slowRequest,
  })
}

const describeData = ({ ephemeral, data }: Configuration): string =>
  ephemeral ? 'in memory' : data

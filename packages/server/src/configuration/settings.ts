import { limits } from '@rowhouse/protocol'
import { searchEngineLimits } from '@rowhouse/search-engine'
import { engineLimits } from '@rowhouse/engine'
import { z } from 'zod/mini'
import { serverLimits } from '../limits.js'
import {
  bytes,
  duration,
  flag,
  httpUrl,
  oneOf,
  text,
  urlPath,
  wholeNumber,
} from './setting-types.js'

const DAY = 86_400_000
const YEAR = 366 * DAY
const MEMORY_BYTES_MIN = 64 * 2 ** 20
const BODY_BYTES_MIN = 1024
export const DEFAULT_PORT = 8087

/** Every setting with its type and default. Options, variables and the help are made from this list. */
export const settings = z.object({
  host: z._default(text('a host name or address'), '127.0.0.1'),
  port: z._default(wholeNumber(0, 65_535), DEFAULT_PORT),
  consolePort: z.optional(wholeNumber(0, 65_535)),
  consolePath: z._default(urlPath(), '/console'),
  consoleMap: z.optional(text('a file')),
  data: z._default(text('a folder'), 'data'),
  durability: z._default(oneOf('strict', 'relaxed'), 'strict'),
  store: z.optional(oneOf('rocksdb', 'lsm')),
  memory: z._default(bytes(MEMORY_BYTES_MIN), 512 * 2 ** 20),
  searchMemory: z._default(bytes(MEMORY_BYTES_MIN), searchEngineLimits.SEARCH_MEMORY_BYTES_DEFAULT),
  searchThreads: z.optional(wholeNumber(0, searchEngineLimits.SEARCH_THREADS_MAX)),
  logLevel: z._default(oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'), 'info'),
  tlsCertificate: z.optional(text('a file')),
  tlsKey: z.optional(text('a file')),
  bodyLimit: z._default(bytes(BODY_BYTES_MIN), limits.BODY_BYTES_MAX),
  clockSkew: z._default(duration(YEAR), limits.CLOCK_SKEW_MS),
  auth: z._default(oneOf('off', 'warn', 'enforce'), 'enforce'),
  doorThreads: z._default(wholeNumber(0, serverLimits.DOOR_THREADS_MAX), 0),
  ephemeral: z._default(flag(), false),
  exitWithParent: z._default(flag(), false),
  testControl: z._default(flag(), false),
  instance: z.optional(text('an instance name')),
  accessKey: z.optional(text('ID:SECRET')),
  accessKeyFile: z.optional(text('a file')),
  freeSpace: z._default(bytes(0), engineLimits.FREE_SPACE_BYTES_MIN),
  slowRequest: z._default(duration(DAY), serverLimits.SLOW_REQUEST_MS),
  metricsFrom: z._default(oneOf('loopback', 'anywhere'), 'loopback'),
  serviceRates: z._default(flag(), false),
  localTransactions: z._default(oneOf('asked', 'all'), 'asked'),
  backupTo: z.optional(text('a folder or s3://…')),
  backupInterval: z._default(duration(DAY), serverLimits.BACKUP_INTERVAL_MS),
  backupRetention: z._default(
    wholeNumber(1, serverLimits.BACKUP_RETENTION_DAYS_MAX),
    serverLimits.BACKUP_RETENTION_DAYS,
  ),
  backupBaseEvery: z._default(duration(YEAR), serverLimits.BACKUP_BASE_EVERY_MS),
  throttle: z._default(oneOf('off', 'table', 'partitions'), 'off'),
  partitionUnits: z._default(
    wholeNumber(1, serverLimits.PARTITION_UNITS_PER_SECOND_MAX),
    limits.PARTITION_UNITS_PER_SECOND,
  ),
  traceTo: z.optional(httpUrl()),
  partitionBytes: z._default(
    bytes(serverLimits.PARTITION_BYTES_MIN),
    engineLimits.PARTITION_BYTES_DEFAULT,
  ),
  partitionHotUnits: z._default(
    wholeNumber(1, serverLimits.PARTITION_UNITS_PER_SECOND_MAX),
    engineLimits.PARTITION_HOT_UNITS_DEFAULT,
  ),
  partitionUnavailableMs: z._default(wholeNumber(0, serverLimits.PARTITION_UNAVAILABLE_MS_MAX), 0),
  instanceRequestsPerSecond: z.optional(wholeNumber(1, serverLimits.TENANT_LIMIT_MAX)),
  instanceConcurrent: z.optional(wholeNumber(1, serverLimits.TENANT_LIMIT_MAX)),
  instanceBytesInFlight: z.optional(bytes(1)),
  keyRequestsPerSecond: z.optional(wholeNumber(1, serverLimits.TENANT_LIMIT_MAX)),
  keyConcurrent: z.optional(wholeNumber(1, serverLimits.TENANT_LIMIT_MAX)),
  keyBytesInFlight: z.optional(bytes(1)),
})

export type Settings = z.output<typeof settings>
export type SettingName = keyof Settings

/** One line of help for each. `value` is the placeholder in it, absent for switches. */
export const settingHelp: Readonly<
  Record<SettingName, { readonly value: string | undefined; readonly help: string }>
> = {
  host: { value: 'HOST', help: 'address to listen on' },
  port: { value: 'PORT', help: 'port to listen on; 0 takes a free one' },
  consolePort: {
    value: 'PORT',
    help: 'port of the web console; 0 takes a free one; without it the port after --port, if that is not 0',
  },
  consolePath: { value: 'PATH', help: 'path of the console, for proxies' },
  consoleMap: { value: 'FILE', help: 'PMTiles file that the maps of the console lie on' },
  data: { value: 'FOLDER', help: 'where the data is kept' },
  durability: {
    value: 'MODE',
    help: 'strict: an answered write survives power loss; relaxed: it survives the process',
  },
  store: { value: 'KIND', help: 'the store of a new data folder: lsm, Rowhouse’s own, or rocksdb' },
  memory: { value: 'SIZE', help: 'memory for rows' },
  searchMemory: { value: 'SIZE', help: 'memory for search indexes' },
  searchThreads: { value: 'N', help: 'threads that search; one processor is left without it' },
  logLevel: { value: 'LEVEL', help: 'trace, debug, info, warn, error or silent' },
  tlsCertificate: { value: 'FILE', help: 'PEM certificate chain: serves HTTPS' },
  tlsKey: { value: 'FILE', help: 'PEM private key of the certificate' },
  bodyLimit: { value: 'SIZE', help: 'largest request body' },
  clockSkew: { value: 'TIME', help: 'how far the date of a request may be off' },
  auth: { value: 'MODE', help: 'check signatures: off, warn (log and let pass) or enforce' },
  doorThreads: { value: 'N', help: 'threads for HTTP and signatures; 0 uses the engine’s own' },
  ephemeral: { value: undefined, help: 'keep everything in memory; it is gone at the end' },
  exitWithParent: { value: undefined, help: 'end when the process that started it is gone' },
  testControl: {
    value: undefined,
    help: 'let tests empty instances and ask for faults; the ready line says how',
  },
  instance: { value: 'NAME', help: 'make sure that this instance exists' },
  accessKey: { value: 'ID:SECRET', help: 'access key of that instance (other users can see it)' },
  accessKeyFile: { value: 'FILE', help: 'file with the ID:SECRET of that instance' },
  freeSpace: { value: 'SIZE', help: 'refuse writes below this much free disk space' },
  slowRequest: { value: 'TIME', help: 'log requests that take longer, with their stages' },
  metricsFrom: { value: 'WHO', help: 'who may read /metrics: loopback or anywhere' },
  backupTo: {
    value: 'PLACE',
    help: 'back up all the time to this folder, on another disk, or to s3://BUCKET/PREFIX?…',
  },
  backupInterval: { value: 'TIME', help: 'between two shippings of the log to the backup' },
  backupRetention: { value: 'DAYS', help: 'any moment of so many days can be restored' },
  backupBaseEvery: { value: 'TIME', help: 'between two base copies of the backup, such as 24h' },
  serviceRates: {
    value: undefined,
    help: 'keep the service’s rates of table operations and of changes of throughput',
  },
  localTransactions: {
    value: 'MODE',
    help: 'tables that take local transactions: asked (those created so) or all',
  },
  throttle: {
    value: 'MODE',
    help: 'hold tables to their reserved throughput: off, table, or partitions (an even share each)',
  },
  partitionUnits: {
    value: 'N',
    help: 'capacity units that a partition serves per second with --throttle=partitions',
  },
  traceTo: { value: 'URL', help: 'OpenTelemetry receiver (OTLP over HTTP) for a span a request' },
  partitionBytes: { value: 'SIZE', help: 'split partitions that take more' },
  partitionHotUnits: {
    value: 'N',
    help: 'split partitions that stay above so many capacity units a second',
  },
  partitionUnavailableMs: {
    value: 'N',
    help: 'new partitions answer OTSPartitionUnavailable for so many milliseconds',
  },
  instanceRequestsPerSecond: { value: 'N', help: 'requests of one instance a second' },
  instanceConcurrent: { value: 'N', help: 'requests of one instance at a time' },
  instanceBytesInFlight: { value: 'SIZE', help: 'bodies of those requests together' },
  keyRequestsPerSecond: { value: 'N', help: 'requests with one access key a second' },
  keyConcurrent: { value: 'N', help: 'requests with one access key at a time' },
  keyBytesInFlight: { value: 'SIZE', help: 'bodies of those requests together' },
}

const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingHelp, name)

export const settingNames: readonly SettingName[] = Object.keys(settingHelp).filter(isSettingName)

const separated = (name: string, separator: string): string =>
  name.replace(/[A-Z]/g, (capital) => separator + capital.toLowerCase())

/** `bodyLimit` → `--body-limit`. */
export const optionOf = (name: SettingName): string => `--${separated(name, '-')}`

/** `bodyLimit` → `ROWHOUSE_BODY_LIMIT`. */
export const variableOf = (name: SettingName): string =>
  `ROWHOUSE_${separated(name, '_').toUpperCase()}`

export { isSettingName }

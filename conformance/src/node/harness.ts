import { randomBytes } from 'node:crypto'
import { Client } from './client.js'
import type { Connection, Environment } from './environment.js'
import { ServiceError } from './service-error.js'
import type { TableShape } from './tables.js'

/** What a test works with. */
export interface Testing {
  readonly client: Client
  readonly environment: Environment
  /** A text that no other test uses: the partition key of this test's rows. */
  readonly id: string
  /** A table of this shape, shared with other tests; a test uses only rows under its `id`. */
  table(shape: TableShape): Promise<string>
  /** A shared table, found by its name, that its first user fills and the others only read. */
  filledTable(
    name: string,
    shape: TableShape,
    fill: (table: string) => Promise<void>,
  ): Promise<string>
  /** A table of this test alone, dropped afterwards. */
  ownTable(shape: TableShape): Promise<string>
  /** A name for a table that the test creates itself; the table is dropped afterwards if it exists. */
  tableName(): string
  connect(connection: Connection): Client
}

export interface ConformanceTest {
  readonly operation: string
  readonly feature: string
  readonly name: string
  /** The topic of an operation that is not served yet; undefined for all others. */
  readonly gap: string | undefined
  readonly run: (testing: Testing) => Promise<void>
}

export interface TestResult {
  readonly operation: string
  readonly feature: string
  readonly test: string
  readonly status: 'pass' | 'fail' | 'skip' | 'expected-failure'
  readonly note: string
}

/** A test throws this when it cannot run here, for instance without a second instance. */
export class Skipped extends Error {}

export type Body = (testing: Testing) => Promise<void>
export type Declare = (feature: string, name: string, run: Body) => ConformanceTest

export const testsOf =
  (operation: string): Declare =>
  (feature, name, run) => ({ operation, feature, name, gap: undefined, run })

/** A test that expects the server to refuse an operation as unsupported. */
export const gap = (operation: string, topic: string, run: Body): ConformanceTest => ({
  operation,
  feature: 'not served yet',
  name: `${operation} answers "unsupported"`,
  gap: topic,
  run,
})

interface Tables {
  readonly shared: Map<string, Promise<string>>
  /** The names of the shared tables, which are dropped at the end. */
  readonly names: string[]
  readonly prefix: string
}

const message = (error: unknown): string => {
  if (error instanceof ServiceError) return `${error.status} ${error.message}`
  if (error instanceof Error) return error.stack ?? error.message
  return String(error)
}

/** Cleaning up never fails a test; a table that is left over is reported on standard error. */
const drop = async (client: Client, table: string): Promise<void> => {
  try {
    await client.search.dropIndexes(table)
    await client.deleteTable(table)
  } catch (error) {
    const absent = error instanceof ServiceError && [400, 404].includes(error.status)
    if (!absent) process.stderr.write(`${table} was not dropped: ${message(error)}\n`)
  }
}

const outcome = async (
  test: ConformanceTest,
  testing: Testing,
): Promise<Pick<TestResult, 'status' | 'note'>> => {
  const { operation, gap: topic } = test
  try {
    await test.run(testing)
    if (topic === undefined) return { status: 'pass', note: '' }
    return { status: 'fail', note: `${operation} is served now: remove the gap "${topic}"` }
  } catch (error) {
    if (error instanceof Skipped) return { status: 'skip', note: error.message }
    if (topic === undefined) return { status: 'fail', note: message(error) }
    const refused = `Unsupported operation: ${operation}.`
    const expected = error instanceof ServiceError && error.message.includes(refused)
    return expected
      ? { status: 'expected-failure', note: topic }
      : { status: 'fail', note: `expected "${refused}", got ${message(error)}` }
  }
}

const runTest = async (
  test: ConformanceTest,
  index: number,
  environment: Environment,
  client: Client,
  tables: Tables,
): Promise<TestResult> => {
  const own: string[] = []
  const tableName = (): string => {
    const name = `${tables.prefix}_${index}_${own.length}`
    own.push(name)
    return name
  }
  const create = async (name: string, shape: TableShape): Promise<string> => {
    await client.createTable(name, shape)
    return name
  }
  const share = (key: string, make: (name: string) => Promise<string>): Promise<string> => {
    const existing = tables.shared.get(key)
    if (existing !== undefined) return existing
    const name = `${tables.prefix}_shared_${tables.names.length}`
    tables.names.push(name)
    const made = make(name)
    tables.shared.set(key, made)
    return made
  }
  const testing: Testing = {
    client,
    environment,
    id: `${tables.prefix}-${index}`,
    table: (shape) => share(JSON.stringify(shape), (shared) => create(shared, shape)),
    filledTable: (key, shape, fill) =>
      share(key, async (shared) => {
        await create(shared, shape)
        await fill(shared)
        return shared
      }),
    ownTable: (shape) => create(tableName(), shape),
    tableName,
    connect: (connection) => new Client(connection),
  }
  const { operation, feature, name } = test
  const result = await outcome(test, testing)
  for (const table of own) await drop(client, table)
  return { operation, feature, test: name, ...result }
}

/** Runs the tests one after another and reports each as it ends. */
export const runTests = async (
  tests: readonly ConformanceTest[],
  environment: Environment,
  report: (result: TestResult) => void,
): Promise<void> => {
  const client = new Client(environment.main)
  const prefix = `conformance_${randomBytes(4).toString('hex')}`
  const tables: Tables = { shared: new Map(), names: [], prefix }
  for (const [index, test] of tests.entries()) {
    report(await runTest(test, index, environment, client, tables))
  }
  for (const name of tables.names) await drop(client, name)
}

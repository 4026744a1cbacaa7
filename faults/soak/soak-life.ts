import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, type RowChange, type Table, defineTable } from '@rowhouse/client'
import type { SeededRandom } from '@rowhouse/platform/testing'
import { PROGRAM, ServerProcess } from '../kill/server-process.js'
import { runKilled } from '../transfer/killed-command.js'
import { type SoakFigures, measureSoak } from './soak-figures.js'

export interface SoakOptions {
  /** Another program than the one that was built here. */
  readonly program: string | undefined
  readonly store: string
  readonly rowsPerSecond: number
  /** A folder that is kept, and gone on with when a run was cut off; another one is made and removed. */
  readonly data: string | undefined
}

const schemaOf = (name: string) =>
  defineTable({
    name,
    key: { id: 'integer' },
    columns: { version: 'integer', filler: 'string' },
  })
type Schema = ReturnType<typeof schemaOf>
type Rows = Table<Schema>

const KEPT = schemaOf('kept')
const IDS = 60_000
/** Shares no factor with the ids, so that a walk in such steps meets each once. */
const STRIDE = 7919
const PASSING_ROWS = 4_000
const BATCH_ROWS = 200
const BATCHES_AT_ONCE = 4
const CYCLE_MS = 20_000
/** For a server that hangs: beside other work on few processors a call may take minutes. */
const CALL_MS_MAX = 900_000

/**
 * A server whose rows are overwritten and deleted for hours, at an even rate. Tables come and go, and the
 * server is stopped or killed and started again. The data is always about as much.
 */
export class SoakLife {
  readonly directory: string
  readonly #options: SoakOptions
  readonly #random: SeededRandom
  readonly #startedAt = performance.now()
  /** The version of each row that was acknowledged. */
  readonly #versions = new Map<bigint, bigint>()
  #server: ServerProcess | undefined
  #client: Client | undefined
  #version = 0n
  #cycles = 0
  written = 0
  restarts = 0
  /** Rows of an earlier run. */
  adopted = 0

  private constructor(directory: string, options: SoakOptions, random: SeededRandom) {
    this.directory = directory
    this.#options = options
    this.#random = random
  }

  static async open(options: SoakOptions, random: SeededRandom): Promise<SoakLife> {
    const directory = options.data ?? (await mkdtemp(join(tmpdir(), 'rowhouse-soak-')))
    const life = new SoakLife(directory, options, random)
    const client = await life.#start()
    const tables = await client.tableNames()
    if (tables.includes(KEPT.name)) await life.#adopt(client.table(KEPT))
    else await client.createTable(KEPT)
    for (const name of tables) if (name !== KEPT.name) await client.deleteTable(name)
    return life
  }

  get output(): string {
    return this.#server?.output ?? ''
  }

  /** Some seconds of writes, one table that comes and the one before it that goes, and the figures then. */
  async cycle(): Promise<SoakFigures> {
    const client = this.#client ?? (await this.#start())
    const end = performance.now() + CYCLE_MS
    const passing = schemaOf(`passing_${this.#cycles}`)
    await this.#fill(await client.createTable(passing))
    if (this.#cycles > 0) await client.deleteTable(`passing_${this.#cycles - 1}`)
    const kept = client.table(KEPT)
    while (performance.now() < end) await this.#change(kept)
    const minutes = (performance.now() - this.#startedAt) / 60_000
    const figures = await measureSoak(minutes, this.#server?.pid ?? 0, this.directory)
    this.#cycles += 1
    return figures
  }

  /** All rows are there and the files are whole. */
  async finish(): Promise<void> {
    await this.#compare((this.#client ?? (await this.#start())).table(KEPT))
    await this.#end(false)
    const args = ['verify', '--data', this.directory]
    const command = { program: this.#options.program ?? PROGRAM, args, environment: {} }
    const { code, output } = await runKilled(command, undefined)
    if (code !== 0) throw new Error(`verify ended with ${code}:\n${output}`)
    await this.#removeFolder()
  }

  /** Ends the server, and removes its folder if this run has made it. */
  async remove(): Promise<void> {
    await this.#end(true)
    await this.#removeFolder()
  }

  async #removeFolder(): Promise<void> {
    if (this.#options.data !== undefined) return
    await rm(this.directory, { recursive: true, force: true })
  }

  /** Takes the rows of an earlier run as they are, since its end may have cut off writes. */
  async #adopt(rows: Rows): Promise<void> {
    for await (const { id, version, filler } of rows.range()) {
      if (version === undefined || filler !== fillerOf(id, version))
        throw new Error(`row ${id} of version ${String(version)} is not as it was written`)
      this.#versions.set(id, version)
      if (version > this.#version) this.#version = version
    }
    this.adopted = this.#versions.size
  }

  async #start(): Promise<Client> {
    const { program, store } = this.#options
    // Little memory: its rows are many times as large as its write buffers and caches.
    const settings = ['--store', store, '--memory', '64MB']
    this.#server = new ServerProcess({
      program,
      directory: this.directory,
      doorThreads: 0,
      settings,
    })
    const { connection } = await this.#server.ready()
    const { endpoint, instance, accessKeyId: id, accessKeySecret: secret } = connection
    const accessKey = { id, secret }
    this.#client = new Client({ endpoint, instance, accessKey, timeoutMs: CALL_MS_MAX })
    return this.#client
  }

  async #end(isKilled: boolean): Promise<void> {
    await this.#client?.close()
    this.#client = undefined
    if (isKilled) await this.#server?.kill()
    else await this.#server?.stop()
  }

  /** The next server finds all rows. */
  async restart(): Promise<void> {
    await this.#end(this.#random.chance(0.5))
    this.restarts += 1
    await this.#compare((await this.#start()).table(KEPT))
  }

  async #fill(rows: Rows): Promise<void> {
    for (let id = 0; id < PASSING_ROWS; id += BATCH_ROWS) {
      const ids = Array.from({ length: BATCH_ROWS }, (_, at) => BigInt(id + at))
      await this.#write(
        rows,
        ids.map((one) => this.#rowOf(one, 1n)),
      )
    }
  }

  /** Puts and deletes of rows anywhere, no faster than asked for. */
  async #change(rows: Rows): Promise<void> {
    const due =
      performance.now() + (1000 * BATCHES_AT_ONCE * BATCH_ROWS) / this.#options.rowsPerSecond
    const version = ++this.#version
    let id = this.#random.below(IDS)
    const batches = Array.from({ length: BATCHES_AT_ONCE }, async () => {
      const ids = Array.from({ length: BATCH_ROWS }, () => BigInt((id = (id + STRIDE) % IDS)))
      const changes = ids.map((one): [bigint, boolean] => [one, this.#random.chance(0.2)])
      await this.#write(
        rows,
        changes.map(([one, isGone]) =>
          isGone ? { delete: { id: one } } : this.#rowOf(one, version),
        ),
      )
      for (const [one, isGone] of changes)
        if (isGone) this.#versions.delete(one)
        else this.#versions.set(one, version)
    })
    await Promise.all(batches)
    await wait(Math.max(0, due - performance.now()))
  }

  #rowOf(id: bigint, version: bigint): RowChange<Schema> {
    return { put: { id, version, filler: fillerOf(id, version) } }
  }

  async #write(rows: Rows, changes: readonly RowChange<Schema>[]): Promise<void> {
    const results = await rows.writeMany(changes)
    for (const result of results)
      if (!result.isOk) throw new Error(`a write was refused: ${JSON.stringify(result)}`)
    this.written += changes.length
  }

  async #compare(rows: Rows): Promise<void> {
    const missing = new Map(this.#versions)
    for await (const { id, version, filler } of rows.range()) {
      const wanted = missing.get(id)
      if (wanted === undefined || version !== wanted || filler !== fillerOf(id, wanted))
        throw new Error(`row ${id} is of version ${String(version)}, not ${String(wanted)}`)
      missing.delete(id)
    }
    if (missing.size > 0) throw new Error(`${missing.size} rows are lost`)
  }
}

/** Up to 2 KB, of which compression takes about a half. */
const fillerOf = (id: bigint, version: bigint): string =>
  Array.from({ length: Number((id * 31n + version) % 16n) }, (_, at) =>
    createHash('sha512').update(`${id} ${version} ${at}`).digest('hex'),
  ).join('')

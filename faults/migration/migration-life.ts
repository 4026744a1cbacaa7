import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type Table, defineTable } from '@rowhouse/client'
import type { SeededRandom } from '@rowhouse/platform/testing'
import { PROGRAM, ServerProcess } from '../kill/server-process.js'
import type { Life } from '../run-rounds.js'
import { type Ended, type KillMoment, runKilled } from '../transfer/killed-command.js'

export interface MigrationFigures {
  migrations: number
  kills: number
  /** Migrations that went on where a killed one had stopped. */
  resumed: number
  rows: number
}

export interface MigrationLifeOptions {
  /** Another program than the one that was built here. */
  readonly program: string | undefined
  readonly largeRows: number
  readonly figures: MigrationFigures
}

const schema = defineTable({
  name: 'rows',
  key: { id: 'string' },
  columns: { version: 'integer', filler: 'string' },
})
type Rows = Table<typeof schema>

const SMALL_ROWS = 2_000
const LARGE_CHARACTERS = 200_000
const CHANGES = 50
const AT_ONCE = 20
const KILLS_MAX = 4
/** The first estimate of a migration's duration. */
const FIRST_MS = 1_500
/** A command that is killed before this part of its duration has done nothing yet. */
const KILL_PART_MIN = 0.2

/** A data folder that is migrated forth and back by commands that are killed again and again. */
export class MigrationLife implements Life {
  readonly directory: string
  readonly #data: string
  readonly #program: string
  readonly #figures: MigrationFigures
  /** The version of each row that was acknowledged. */
  readonly #versions = new Map<string, bigint>()
  #server: ServerProcess | undefined
  #usualMs = FIRST_MS
  #version = 0n

  private constructor(directory: string, options: MigrationLifeOptions) {
    this.directory = directory
    this.#data = join(directory, 'data')
    this.#program = options.program ?? PROGRAM
    this.#figures = options.figures
  }

  static async open(options: MigrationLifeOptions): Promise<MigrationLife> {
    const directory = await mkdtemp(join(tmpdir(), 'rowhouse-migrations-'))
    const life = new MigrationLife(directory, options)
    await life.#serve(async (rows, client) => {
      await client.createTable(schema)
      await life.#write(rows, idsOf('large', options.largeRows))
      await life.#write(rows, idsOf('small', SMALL_ROWS))
    })
    return life
  }

  get output(): string {
    return this.#server?.output ?? ''
  }

  /** One migration to the other store. Between its kills a server sometimes starts, and writes. */
  async round(random: SeededRandom): Promise<void> {
    const to = this.#isLsm() ? 'rocksdb' : 'lsm'
    for (let kills = random.below(KILLS_MAX + 1); kills > 0; kills--) {
      const part = KILL_PART_MIN + random.next() * (1 - KILL_PART_MIN)
      const { code } = await this.#migrate(to, { afterMs: Math.round(this.#usualMs * part) })
      if (code === undefined) this.#figures.kills += 1
      if (random.chance(0.3)) await this.#use(random)
    }
    const ended = await this.#migrate(to, undefined)
    if (ended.code !== 0)
      throw new Error(`the migration ended with ${ended.code}:\n${ended.output}`)
    if (/"resumed":[1-9]/.test(ended.output)) this.#figures.resumed += 1
    if (this.#isLsm() !== (to === 'lsm')) throw new Error(`the store is not of kind ${to}`)
    this.#figures.migrations += 1
    await this.#use(random)
  }

  async #migrate(to: string, kill: KillMoment | undefined): Promise<Ended> {
    const args = ['migrate-store', this.#data, '--to', to, '--json']
    const ended = await runKilled({ program: this.#program, args, environment: {} }, kill)
    if (/"resumed":0/.test(ended.output)) this.#usualMs = ended.milliseconds
    return ended
  }

  #isLsm(): boolean {
    return existsSync(join(this.#data, 'store', 'manifest'))
  }

  /** A server finds all rows, and some are changed; it is stopped or killed. */
  async #use(random: SeededRandom): Promise<void> {
    await this.#serve(async (rows) => {
      await this.#compare(rows)
      const small = idsOf('small', SMALL_ROWS)
      const first = random.below(SMALL_ROWS - CHANGES)
      await this.#write(rows, small.slice(first, first + CHANGES))
    }, random.chance(0.5))
  }

  async #serve(
    use: (rows: Rows, client: Client) => Promise<void>,
    isKilled = false,
  ): Promise<void> {
    const server = new ServerProcess({
      program: this.#program,
      directory: this.#data,
      doorThreads: 0,
    })
    this.#server = server
    const { connection } = await server.ready()
    const { endpoint, instance, accessKeyId: id, accessKeySecret: secret } = connection
    const client = new Client({ endpoint, instance, accessKey: { id, secret } })
    try {
      await use(client.table(schema), client)
    } finally {
      await client.close()
      if (isKilled) await server.kill()
      else await server.stop()
    }
  }

  async #write(rows: Rows, ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const version = ++this.#version
      const writes = ids.slice(at, at + AT_ONCE).map(async (id) => {
        await rows.put({ id, version, filler: fillerOf(id, version) })
        this.#versions.set(id, version)
      })
      await Promise.all(writes)
    }
  }

  async #compare(rows: Rows): Promise<void> {
    const missing = new Map(this.#versions)
    for await (const { id, version, filler } of rows.range()) {
      const wanted = missing.get(id)
      if (wanted === undefined || version !== wanted || filler !== fillerOf(id, wanted))
        throw new Error(`row ${id} is of version ${String(version)}, not ${String(wanted)}`)
      missing.delete(id)
    }
    if (missing.size > 0)
      throw new Error(`${missing.size} rows are lost, the first is ${[...missing.keys()][0]}`)
    this.#figures.rows += this.#versions.size
  }

  async finish(): Promise<void> {
    const args = ['verify', '--data', this.#data]
    const { code, output } = await runKilled(
      { program: this.#program, args, environment: {} },
      undefined,
    )
    if (code !== 0) throw new Error(`verify ended with ${code}:\n${output}`)
    await rm(this.directory, { recursive: true, force: true })
  }

  async remove(): Promise<void> {
    await this.#server?.kill()
    await rm(this.directory, { recursive: true, force: true })
  }
}

const idsOf = (kind: 'large' | 'small', count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${kind} ${String(at).padStart(6, '0')}`)

function fillerOf(id: string, version: bigint): string {
  const text = `${id} ${version} `
  return id.startsWith('large') ? text.repeat(Math.ceil(LARGE_CHARACTERS / text.length)) : text
}

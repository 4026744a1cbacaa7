import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, defineTable } from '@rowhouse/client'
import type { SeededRandom } from '@rowhouse/platform/testing'
import { PROGRAM, type ServerProcess } from '../kill/server-process.js'
import type { Life } from '../run-rounds.js'
import { expectCode, expectSame } from './expect-same.js'
import type { Ended } from './killed-command.js'
import { KilledRuns } from './killed-runs.js'
import { type GeneratedRows, generateRows } from './generated-rows.js'
import { StruckServer } from './struck-server.js'

export interface TransferFigures {
  /** Of commands. */
  kills: number
  serverKills: number
  /** Commands that resumed where a killed one had stopped. */
  resumed: number
  rows: number
}

const LINES_MIN = 30_000
const LINES_MAX = 90_000

/** Imports, exports and copies while commands, the server, or both are killed repeatedly. */
export class TransferLife implements Life {
  readonly directory: string
  readonly #server: StruckServer
  readonly #client: Client
  readonly #environment: Readonly<Record<string, string>>
  readonly #figures: TransferFigures
  readonly #runs: KilledRuns
  #round = 0

  private constructor(
    directory: string,
    server: StruckServer,
    program: string,
    connection: Awaited<ReturnType<ServerProcess['ready']>>['connection'],
    figures: TransferFigures,
  ) {
    const { endpoint, instance, accessKeyId: id, accessKeySecret: secret } = connection
    this.directory = directory
    this.#server = server
    this.#client = new Client({ endpoint, instance, accessKey: { id, secret } })
    this.#environment = {
      ROWHOUSE_ENDPOINT: endpoint,
      ROWHOUSE_INSTANCE: instance,
      ROWHOUSE_ACCESS_KEY: `${id}:${secret}`,
      ROWHOUSE_TO_ACCESS_KEY: `${id}:${secret}`,
      ROWHOUSE_PROFILES: join(directory, 'profiles.json'),
      XDG_STATE_HOME: join(directory, 'state'),
    }
    this.#figures = figures
    const isWhole = (ended: Ended): boolean => !hasResumed(ended)
    this.#runs = new KilledRuns({
      program,
      environment: this.#environment,
      figures,
      isWhole,
      server,
    })
  }

  static async open(
    program: string | undefined,
    figures: TransferFigures,
    built = PROGRAM,
  ): Promise<TransferLife> {
    const own = program ?? built
    const directory = await mkdtemp(join(tmpdir(), 'rowhouse-transfers-'))
    const data = join(directory, 'data')
    const server = await StruckServer.start({ program: own, directory: data, doorThreads: 0 })
    const { connection } = await server.ready()
    return new TransferLife(directory, server, own, connection, figures)
  }

  get output(): string {
    return this.#server.output
  }

  /** One file passes all commands: each takes the result of the one before it. */
  async round(random: SeededRandom): Promise<void> {
    this.#round += 1
    const [from, to] = [`from_${this.#round}`, `to_${this.#round}`]
    const generated = generateRows(random, LINES_MIN + random.below(LINES_MAX - LINES_MIN))
    await this.#import(random, from, generated)
    await this.#export(random, from, generated)
    await this.#copy(random, [from, to], generated)
    const split = `split_${this.#round}`
    await this.#copy(random, [from, split], generated, ['--side-columns', 'filler'])
    this.#figures.rows += generated.rows.size
    for (const table of [from, to, split, `${split}_side`]) await this.#client.deleteTable(table)
  }

  async #import(random: SeededRandom, table: string, generated: GeneratedRows): Promise<void> {
    const file = join(this.directory, `${table}.csv`)
    const rejects = join(this.directory, `${table}.rejects`)
    await writeFile(file, generated.csv)
    const args = ['import', file, '--table', table, '--key', 'id', '--json', '--rejects', rejects]
    const ended = await this.#untilDone(random, [...args, '--order', orderOf(random)])
    expectCode(ended, generated.rejects.length > 0 ? 1 : 0)
    await this.#compare(table, generated)
    const told = existsSync(rejects) ? recordsOf(await readFile(rejects, 'utf8')) : []
    expectSame('rejected records', told.map(String), generated.rejects.map(String))
  }

  async #export(random: SeededRandom, table: string, { rows }: GeneratedRows): Promise<void> {
    const file = join(this.directory, `${table}.ndjson`)
    const args = ['export', '--table', table, '--output', file, '--json']
    expectCode(await this.#untilDone(random, args), 0)
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    const found = lines.map((line) => {
      const row = membersOf(line)
      return `${String(row.get('id'))} ${String(row.get('value'))}`
    })
    expectSame('exported rows', found.sort(), textsOf(rows))
  }

  async #copy(
    random: SeededRandom,
    [from, to]: readonly [from: string, to: string],
    generated: GeneratedRows,
    more: readonly string[] = [],
  ): Promise<void> {
    const place = [
      '--to-endpoint',
      this.#environment['ROWHOUSE_ENDPOINT'] ?? '',
      '--to-instance',
      this.#environment['ROWHOUSE_INSTANCE'] ?? '',
    ]
    const args = ['copy', '--table', from, '--to-table', to, ...place, ...more]
    expectCode(await this.#untilDone(random, [...args, '--json', '--verify']), 0)
    await this.#compare(to, generated)
  }

  async #untilDone(random: SeededRandom, args: readonly string[]): Promise<Ended> {
    const ended = await this.#runs.untilDone(random, args)
    if (hasResumed(ended)) this.#figures.resumed += 1
    return ended
  }

  async #compare(name: string, { rows }: GeneratedRows): Promise<void> {
    const table = this.#client.table(
      defineTable({ name, key: { id: 'string' }, columns: { value: 'integer' } }),
    )
    const found: string[] = []
    for await (const { id, value } of table.range()) found.push(`${id} ${String(value)}`)
    expectSame(`rows of ${name}`, found.sort(), textsOf(rows))
  }

  async finish(): Promise<void> {
    await this.#client.close()
    await this.#server.stop()
    await rm(this.directory, { recursive: true, force: true })
  }

  async remove(): Promise<void> {
    await this.#client.close()
    await this.#server.kill()
    await rm(this.directory, { recursive: true, force: true })
  }
}

const hasResumed = ({ output }: Ended): boolean => /"resumed":[1-9]/.test(output)

const orderOf = (random: SeededRandom): string =>
  ['auto', 'sorted', 'shuffled'][random.below(3)] ?? 'auto'

const textsOf = (rows: ReadonlyMap<string, string>): string[] =>
  [...rows].map(([id, value]) => `${id} ${value}`).sort()

const recordsOf = (text: string): number[] =>
  text
    .trim()
    .split('\n')
    .map((line) => Number(membersOf(line).get('record')))

function membersOf(line: string): Map<string, unknown> {
  const object: unknown = JSON.parse(line)
  if (typeof object !== 'object' || object === null) throw new Error(`no object: ${line}`)
  return new Map(Object.entries(object))
}

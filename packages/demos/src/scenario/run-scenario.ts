import { setTimeout as wait } from 'node:timers/promises'
import TableStore from 'tablestore'
import { startProgress } from '../online-retail/progress.js'
import type { Connection } from '../server/temporary-server.js'
import { answerOfReply, differencesOf } from './answer-of.js'
import { LIMIT, type Question, type Scenario, type SearchText } from './scenario.js'
import { matchAll } from './sdk-queries.js'
import { writeRows } from './write-rows.js'

export interface ScenarioOptions {
  readonly connection: Connection
  readonly concurrency: number
  /** Drops table and index of the same names first. */
  readonly replace: boolean
  readonly write: (line: string) => void
}

export interface ScenarioResult {
  readonly rows: number
  readonly questions: number
  readonly wrong: readonly string[]
}

const POLL_MS = 100
const ROWS_SHOWN = 3
const GROUPS_SHOWN = 5

/** Loads the items, waits for their index, and holds every answer against the file's. */
export const runScenario = async <Item>(
  scenario: Scenario<Item>,
  fileItems: readonly Item[],
  options: ScenarioOptions,
): Promise<ScenarioResult> => {
  const { write } = options
  const items = [...scenario.planted, ...fileItems]
  const byId = new Map(items.map((item) => [scenario.idOf(item), item]))
  if (byId.size !== items.length) throw new Error('two items of the file have one id')
  const client = connect(options)
  await prepare(client, scenario, options)
  const progress = startProgress({ label: 'loading', total: items.length, write, now })
  await writeRows(client, scenario, items, options.concurrency, (rows) => progress.add(rows))
  progress.finish()
  const startedAt = now()
  await waitUntilIndexed(client, scenario, items.length)
  write(`all searchable ${Math.round(now() - startedAt)} ms after the last row`)
  const wrong: string[] = []
  for (const question of scenario.questions) {
    if (!(await ask(client, scenario, question, items, byId, write))) wrong.push(question.name)
  }
  const right = scenario.questions.length - wrong.length
  write(`\n${right} of ${scenario.questions.length} answers are equal to the file's`)
  return { rows: items.length, questions: scenario.questions.length, wrong }
}

const now = (): number => performance.now()

const connect = ({ connection, concurrency }: ScenarioOptions): TableStore.Client =>
  new TableStore.Client({
    endpoint: connection.endpoint,
    instancename: connection.instance,
    accessKeyId: connection.accessKeyId,
    secretAccessKey: connection.accessKeySecret,
    httpOptions: { timeout: 30_000, maxSockets: concurrency },
  })

const prepare = async <Item>(
  client: TableStore.Client,
  { tableName, indexName, keyColumns, fields }: Scenario<Item>,
  { replace }: ScenarioOptions,
): Promise<void> => {
  const { tableNames } = await client.listTable({})
  if (tableNames.includes(tableName)) {
    if (!replace) {
      throw new Error(`table ${tableName} exists already; --replace drops it and loads anew`)
    }
    const { indices } = await client.listSearchIndex({ tableName })
    for (const { indexName: found } of indices) {
      await client.deleteSearchIndex({ tableName, indexName: found })
    }
    await client.deleteTable({ tableName })
  }
  await client.createTable({
    tableMeta: { tableName, primaryKey: keyColumns.map((name) => ({ name, type: 'STRING' })) },
    reservedThroughput: { capacityUnit: { read: 0, write: 0 } },
    tableOptions: { timeToLive: -1, maxVersions: 1 },
  })
  await client.createSearchIndex({ tableName, indexName, schema: { fieldSchemas: fields } })
}

/** A new table's rows are all searchable when the index counts them all. */
const waitUntilIndexed = async <Item>(
  client: TableStore.Client,
  scenario: Scenario<Item>,
  rows: number,
): Promise<void> => {
  for (;;) {
    const reply = await client.search(requestOf(scenario, { query: matchAll, limit: 0 }))
    if (Number(reply.totalCounts) === rows) return
    await wait(POLL_MS)
  }
}

const requestOf = <Item>(
  { tableName, indexName }: Scenario<Item>,
  { query, sorters, groupBy, limit = LIMIT }: SearchText,
): TableStore.SearchRequest => ({
  tableName,
  indexName,
  searchQuery: {
    offset: 0,
    limit,
    query,
    getTotalCount: true,
    ...(sorters === undefined ? {} : { sort: { sorters } }),
    ...(groupBy === undefined ? {} : { groupBys: { groupBys: [groupBy] } }),
  },
  columnToGet: { returnType: TableStore.ColumnReturnType.RETURN_ALL },
})

const ask = async <Item>(
  client: TableStore.Client,
  scenario: Scenario<Item>,
  question: Question<Item>,
  items: readonly Item[],
  byId: ReadonlyMap<string, Item>,
  write: (line: string) => void,
): Promise<boolean> => {
  const startedAt = now()
  const reply = await client.search(requestOf(scenario, question.search))
  const ms = (now() - startedAt).toFixed(1)
  const found = answerOfReply(reply, scenario.keyColumns[1])
  write(`\n${question.name}: ${found.total} rows, ${ms} ms`)
  for (const id of found.ids.slice(0, ROWS_SHOWN)) {
    const item = byId.get(id)
    write(
      `  ${item === undefined ? `${id}, which the file does not have` : scenario.describe(item)}`,
    )
  }
  for (const line of found.groups.slice(0, GROUPS_SHOWN)) write(`  ${line}`)
  const differences = differencesOf(question.answer(items), found)
  write(
    differences.length === 0
      ? "  checked: equal to the file's"
      : `  NOT EQUAL: ${differences.join('; ')}`,
  )
  return differences.length === 0
}

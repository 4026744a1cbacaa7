import {
  type DataObject,
  type GateClient,
  GateError,
  type IndexField,
  type KeyQuestion,
  STATISTICS,
  askHits,
  askRowsPage,
  askSpan,
  askStatistics,
  askTopValues,
  everything,
  fieldsOfIndex,
  filterOf,
  inOrder,
  isSortable,
  mayCount,
  nextStart,
  rangeOf,
  rowsPageRequest,
  withStatistic,
} from '@rowhouse/console/page-asks'
import { expectDefined } from '@rowhouse/platform'
import type { ScreenAsk } from './screen-ask.js'

interface Place {
  readonly gate: GateClient
  readonly instance: string
  readonly table: string
  readonly index: string
}

/** Fields that are sorted by and counted, and rows that are looked for. */
const FIELDS = 3
const KEYS = 20

/** What the pages of an instance, of its table and of a search index ask. */
export async function tableScreens(place: Place): Promise<readonly ScreenAsk[]> {
  return [...pagesOfInstance(place), ...(await rowsPage(place)), ...(await searchPage(place))]
}

function pagesOfInstance({ gate, instance, table }: Place): readonly ScreenAsk[] {
  const page = (screen: string, request: string, ask: () => Promise<unknown>): ScreenAsk => ({
    screen,
    request,
    way: 'list',
    asks: [ask],
  })
  return [
    page('tables', 'tables', () => gate.tables(instance)),
    page('search indexes', 'indexes', () => gate.searchIndexes(instance)),
    page('partitions', 'partitions', () => gate.partitions(instance, table)),
    { ...page('partitions', 'advice', () => gate.advice(instance, table)), way: 'statistics' },
    page('operations', 'requests', () => gate.watch(instance)),
    page('operations', 'history', () => gate.history(instance, 0)),
    page('bill', 'bill', () => gate.bill(instance)),
  ]
}

async function rowsPage({ gate, instance, table }: Place): Promise<readonly ScreenAsk[]> {
  const { answer: shape } = await gate.ask(instance, { operation: 'DescribeTable', table })
  type Clauses = Parameters<typeof filterOf>[0]
  const page = (question: KeyQuestion, clauses: Clauses = []) => {
    const query = { range: rangeOf(shape.key, question), filter: filterOf(clauses) }
    return askRowsPage(gate, instance, rowsPageRequest(table, query, query.range.start))
  }
  const ask = (request: string, asks: ScreenAsk['asks']): ScreenAsk => ({
    screen: 'rows',
    request,
    way: 'list',
    asks,
  })
  const { answer: first } = await page(everything)
  const keys = first.rows.slice(0, KEYS).map(({ key }) => key.map(({ value }) => String(value)))
  const columns = expectDefined(first.rows[0], 'the table has rows').columns
  const filters = columns.flatMap(({ name, value }) =>
    typeof value === 'string' ? [{ column: name, test: '=' as const, value }] : [],
  )
  return [
    ask('first page', [() => page(everything)]),
    ask('last page, backward', [() => page({ ...everything, isBackward: true })]),
    ask(
      'by key',
      keys.map((equals) => () => page({ ...everything, equals })),
    ),
    ask(
      'by partition key',
      keys.map((equals) => () => page({ ...everything, equals: equals.slice(0, 1) })),
    ),
    ask(
      'a page under a filter',
      filters.slice(0, FIELDS).map((clause) => () => page(everything, [clause])),
    ),
  ]
}

async function searchPage({ gate, ...place }: Place): Promise<readonly ScreenAsk[]> {
  const { instance, table, index } = place
  const overview = (await gate.searchIndexes(instance)).find(
    (each) => each.table === table && each.index === index,
  )
  const schemas = expectDefined(overview, 'the table has its index').schema.fieldSchemas
  const fields = fieldsOfIndex(schemas)
  const hits = (search: DataObject) => () => askHits(gate, place, inOrder(search, fields), 0)
  const ask = (request: string, asks: ScreenAsk['asks']): ScreenAsk => ({
    screen: 'search',
    request,
    way: 'list',
    asks,
  })
  const sorted = fields.filter((field) => field.within === undefined && isSortable(field))
  const keywords = sorted.filter(({ type }) => type === 'KEYWORD').slice(0, FIELDS)
  const terms = () => Promise.all(keywords.map((field) => termsOf({ gate, ...place }, field)))
  return [
    ask('all rows', [hits({})]),
    ask('the next page', async () => [await nextPage({ gate, ...place }, fields)]),
    ...sorted
      .filter(({ type }) => type !== 'GEO_POINT')
      .slice(0, 2 * FIELDS)
      .map(({ name }) =>
        ask(`sorted by ${name}`, [
          hits({ sort: { sorters: [{ kind: 'field', fieldName: name }] } }),
        ]),
      ),
    ask('rows with a value', async () => (await terms()).flat().map(hits)),
    ...keywords.map(
      ({ name }): ScreenAsk => ({
        ...ask(`values of ${name}, suggested`, [() => askTopValues(gate, place, name, '')]),
        way: 'statistics',
      }),
    ),
    ...statistics({ gate, ...place }, fields),
  ]
}

/** The page behind the first, as scrolling asks for it. */
async function nextPage({ gate, ...place }: Place, fields: readonly IndexField[]) {
  const search = inOrder({}, fields)
  const { answer } = await askHits(gate, place, search, 0)
  const { rows, next } = answer
  const start = nextStart(search, rows.length, rows.length, next)
  return () => askHits(gate, place, search, expectDefined(start, 'there are two pages of rows'))
}

/** Searches for the most frequent values of a field; none where they cannot be counted in time. */
async function termsOf({ gate, ...place }: Place, { name }: IndexField): Promise<DataObject[]> {
  const found = await askTopValues(gate, place, name, '').catch((error: unknown) => {
    // The line of that request says that it failed.
    if (error instanceof GateError) return undefined
    throw error
  })
  const [top] = found?.answer.groupBys ?? []
  const items = top?.kind === 'field' ? top.items : []
  return items.map(({ key }) => ({ query: { kind: 'term', fieldName: name, term: key } }))
}

/** Everything that the page adds by a click, each for the first fields that it is offered for. */
const statistics = ({ gate, ...place }: Place, fields: readonly IndexField[]) =>
  STATISTICS.flatMap((kind) =>
    fields
      .filter((field) => mayCount(kind, field))
      .slice(0, FIELDS)
      .map((field): ScreenAsk => {
        const asks = async () => {
          const isHistogram = kind === 'histogram'
          const span = isHistogram ? await askSpan(gate, place, {}, field.name) : undefined
          const search = withStatistic({}, kind, field, span)
          return [() => askStatistics(gate, place, search)]
        }
        return { screen: 'search', request: `${kind} of ${field.name}`, way: 'statistics', asks }
      }),
  )

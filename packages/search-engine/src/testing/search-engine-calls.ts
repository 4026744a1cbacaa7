import {
  type Query,
  type SearchQuery,
  TrackTotalCount,
  integerVariant,
  plainField,
  stringVariant,
} from '@rowhouse/protocol'
import type { FoundRows, IndexDefinition, RowImage, SearchEngine } from '../search-engine.js'
import { indexSchema } from '../queries/testing/sample-index.js'
import { compileIndexLayout } from '../schema/compile-index-layout.js'

export const TIMEOUT_MS = 10_000

/** An index with a keyword `k`, a number `l` and a text `t`. */
export const definition = (id: number): IndexDefinition => ({
  id,
  layout: compileIndexLayout(
    indexSchema(
      plainField('k', 'KEYWORD'),
      plainField('l', 'LONG'),
      plainField('t', 'TEXT', { analyzer: 'single_word' }),
    ),
    [],
  ),
})

export const put = (key: string, k: string, l = 0): RowImage => ({
  key: Buffer.from(key),
  columns: [
    { name: 'k', value: stringVariant(k) },
    { name: 'l', value: integerVariant(BigInt(l)) },
    { name: 't', value: stringVariant(`the text of ${k}`) },
  ],
  expiresAt: undefined,
})

export const gone = (key: string): RowImage => ({
  key: Buffer.from(key),
  columns: undefined,
  expiresAt: undefined,
})

export const asked = (query: Query, changes: Partial<SearchQuery> = {}): SearchQuery => ({
  offset: 0,
  limit: 100,
  query,
  collapse: undefined,
  sort: undefined,
  trackTotalCount: TrackTotalCount.ALL,
  token: undefined,
  aggregations: [],
  groupBys: [],
  highlight: undefined,
  filter: undefined,
  ...changes,
})

export const everything: Query = { kind: 'matchAll' }

export const withTerm = (term: string): Query => ({
  kind: 'term',
  fieldName: 'k',
  term,
  weight: 1,
})

export const keysOf = ({ rows }: FoundRows): string[] => rows.map(({ key }) => key.toString())

/** Keys of the rows that a query finds now, in the order of keys. */
export const found = async (
  engine: SearchEngine,
  index: number,
  query: Query = everything,
): Promise<string[]> => keysOf(await engine.search(index, asked(query), TIMEOUT_MS)).sort()

export const applyAll = (
  engine: SearchEngine,
  index: number,
  images: readonly RowImage[],
  position: number,
  note?: string,
): Promise<void> =>
  engine.apply(index, {
    images,
    position,
    note: note === undefined ? undefined : Buffer.from(note),
  })

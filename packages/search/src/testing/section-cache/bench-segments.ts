import { nodeFiles, systemClock } from '@rowhouse/platform'
import { type SeededRandom, seededRandom } from '@rowhouse/platform/testing'
import {
  compileIndexLayout,
  LocalWriting,
  type PublishedSegment,
  type RowImage,
  type Snapshot,
} from '@rowhouse/search-engine'
import { asked, indexSchema } from '@rowhouse/search-engine/testing'
import {
  type Query,
  type SearchQuery,
  TrackTotalCount,
  integerVariant,
  plainField,
  stringVariant,
} from '@rowhouse/protocol'

const FIELDS = 6
const TEXTS = 2
const WORDS = 2_000
const BATCH_ROWS = 5_000
const SEED = 1

/** How many values a field has: from a handful to one for each few rows. */
const valuesOf = (field: number): number => 4 ** (field + 1)
const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number)

export const benchLayout = compileIndexLayout(
  indexSchema(
    ...numbers(FIELDS).map((field) => plainField(`k${field}`, 'KEYWORD')),
    ...numbers(FIELDS).map((field) => plainField(`l${field}`, 'LONG')),
    ...numbers(TEXTS).map((field) => plainField(`t${field}`, 'TEXT', { analyzer: 'single_word' })),
  ),
  [],
)

function image(row: number, random: SeededRandom): RowImage {
  const word = (): string => `word${Math.floor(WORDS * random.next() ** 3)}`
  const columns = [
    ...numbers(FIELDS).map((field) => {
      return { name: `k${field}`, value: stringVariant(`value ${random.below(valuesOf(field))}`) }
    }),
    ...numbers(FIELDS).map((field) => {
      return { name: `l${field}`, value: integerVariant(BigInt(random.below(valuesOf(field)))) }
    }),
    ...numbers(TEXTS).map((field) => {
      return { name: `t${field}`, value: stringVariant(numbers(12).map(word).join(' ')) }
    }),
  ]
  return { key: Buffer.from(String(row).padStart(9, '0')), columns, expiresAt: undefined }
}

/** Writes segments with `rows` rows to the disk. */
export async function writeBenchSegments(
  directory: string,
  rows: number,
): Promise<{ readonly segments: readonly PublishedSegment[]; readonly writing: LocalWriting }> {
  let shown: Snapshot = { version: 0, segments: [] }
  const setup = { directory, isOnDisk: true, memoryBytes: 0, cacheBytes: 1e8 }
  const writing = new LocalWriting(
    { ...setup, files: nodeFiles, clock: systemClock },
    {
      shown: (_, _layout, snapshot) => {
        shown = snapshot
      },
      gone: () => undefined,
      durable: () => undefined,
    },
  )
  const random = seededRandom(SEED)
  await writing.create({ id: 1, layout: benchLayout })
  for (let from = 0; from < rows; from += BATCH_ROWS) {
    const images = numbers(Math.min(BATCH_ROWS, rows - from)).map((at) => image(from + at, random))
    await writing.apply(1, { images, position: from + images.length, note: undefined })
  }
  await writing.commit(1)
  return { segments: shown.segments, writing }
}

const TOP: Partial<SearchQuery> = { limit: 10, trackTotalCount: TrackTotalCount.OFF }

/**
 * One round searches, sorts and groups by every field. Each kind of search is repeated `repeats` times
 * before the next, because applications also work in phases.
 */
export function roundOf(random: SeededRandom, repeats: number): readonly SearchQuery[] {
  const kinds = [
    ...numbers(FIELDS).flatMap((field) => [
      () => top(termOf(field, random), `l${(field * 3) % FIELDS}`),
      () => top(rangeOf(field, random), `l${field}`),
      () => groups(rangeOf((field + 1) % FIELDS, random), `k${field}`, `l${field}`),
    ]),
    ...numbers(TEXTS).map((field) => () => matched(`t${field}`, random)),
  ]
  return kinds.flatMap((make) => numbers(repeats).map(make))
}

const termOf = (field: number, random: SeededRandom): Query => ({
  kind: 'term',
  fieldName: `k${field}`,
  term: `value ${random.below(valuesOf(field))}`,
  weight: 1,
})

function rangeOf(field: number, random: SeededRandom): Query {
  const most = valuesOf(field)
  const from = random.below(most)
  const to = from + Math.ceil(most / 10)
  return {
    kind: 'range',
    fieldName: `l${field}`,
    from: BigInt(from),
    to: BigInt(to),
    includeLower: true,
    includeUpper: false,
  }
}

const top = (query: Query, fieldName: string): SearchQuery =>
  asked(query, {
    ...TOP,
    sort: {
      sorters: [
        {
          kind: 'field',
          fieldName,
          order: 'DESC',
          mode: undefined,
          nestedFilter: undefined,
          missingValue: undefined,
          missingFields: [],
        },
      ],
      disableDefaultPrimaryKeySorter: false,
    },
  })

const groups = (query: Query, fieldName: string, summed: string): SearchQuery =>
  asked(query, {
    ...TOP,
    limit: 0,
    groupBys: [
      {
        kind: 'field',
        name: 'groups',
        fieldName,
        size: 10,
        sort: undefined,
        minDocCount: undefined,
        subAggregations: [{ kind: 'sum', name: 'sum', fieldName: summed, missing: undefined }],
        subGroupBys: [],
      },
    ],
  })

const matched = (fieldName: string, random: SeededRandom): SearchQuery =>
  asked(
    {
      kind: 'match',
      fieldName,
      text: `word${random.below(WORDS)} word${random.below(WORDS)}`,
      minimumShouldMatch: undefined,
      operator: 'OR',
      weight: 1,
    },
    {
      ...TOP,
      sort: { sorters: [{ kind: 'score', order: 'DESC' }], disableDefaultPrimaryKeySorter: false },
    },
  )

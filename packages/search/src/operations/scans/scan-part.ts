import {
  type ScanQuery,
  type SearchHit,
  type Sort,
  TrackTotalCount,
  decodeSearchToken,
  encodeSearchToken,
  errors,
} from '@rowhouse/protocol'
import type { FoundRow } from '@rowhouse/search-engine'
import type { IndexRun } from '../running/run-on-index.js'

/**
 * The keys of one part of a scan: after one key, up to and including another; undefined means open.
 */
export interface ScanPart {
  readonly after: Buffer | undefined
  readonly last: Buffer | undefined
}

const BY_KEY: Sort = {
  sorters: [{ kind: 'primaryKey', order: 'ASC' }],
  disableDefaultPrimaryKeySorter: false,
}

/** Distributes whole splits as evenly as possible. */
export function partOf(ends: readonly Buffer[], current: number, parts: number): ScanPart {
  const splits = ends.length + 1
  const first = Math.floor((current * splits) / parts)
  const next = Math.floor(((current + 1) * splits) / parts)
  return { after: first === 0 ? undefined : ends[first - 1], last: ends[next - 1] }
}

export interface ScanPage {
  readonly rows: readonly FoundRow[]
  /** Undefined when nothing was found: a scan ends with an empty page. */
  readonly next: Buffer | undefined
}

/** `columns` are answered from the index, where it has them exactly. */
export async function scanPage(
  run: IndexRun,
  scan: Pick<ScanQuery, 'query' | 'limit'>,
  part: ScanPart,
  token: Buffer | undefined,
  columns?: readonly string[],
): Promise<ScanPage> {
  const after = token === undefined ? part.after : keyOf(token, part)
  const { last } = part
  const rows = await rowsAfter(run, scan, after, columns)
  const within = last === undefined ? rows : rows.filter(({ key }) => key.compare(last) <= 0)
  const end = within.at(-1)
  return { rows: within, next: end === undefined ? undefined : tokenOf(end.key) }
}

async function rowsAfter(
  { search, found, timeLeft }: IndexRun,
  { query, limit }: Pick<ScanQuery, 'query' | 'limit'>,
  after: Buffer | undefined,
  columns: readonly string[] | undefined,
): Promise<readonly FoundRow[]> {
  // A scan of all rows walks the keys, so that no page reads those before it again.
  if (query.kind === 'matchAll' && columns === undefined) {
    const keys = await search.keys(found.id, after, limit)
    return keys.map((key) => ({ key: Buffer.from(key), hit: PLAIN_HIT }))
  }
  const asked = {
    columns,
    offset: 0,
    limit,
    query,
    collapse: undefined,
    sort: after === undefined ? BY_KEY : undefined,
    trackTotalCount: TrackTotalCount.OFF,
    token: after === undefined ? undefined : tokenOf(after),
    aggregations: [],
    groupBys: [],
    highlight: undefined,
    filter: undefined,
  }
  return (await search.search(found.id, asked, timeLeft())).rows
}

const PLAIN_HIT: SearchHit = {
  score: undefined,
  highlight: undefined,
  innerHits: [],
  nestedDocOffset: undefined,
}

const tokenOf = (key: Buffer): Buffer =>
  encodeSearchToken({ sort: BY_KEY, after: [key], statistics: new Map() })

/** A token of another part would repeat rows or skip some. */
function keyOf(token: Buffer, { after, last }: ScanPart): Buffer {
  const { sort, after: values } = decodeSearchToken(token)
  const key = values[0]
  const isOurs =
    Buffer.isBuffer(key) &&
    values.length === 1 &&
    sort.sorters[0]?.kind === 'primaryKey' &&
    (after === undefined || key.compare(after) > 0) &&
    (last === undefined || key.compare(last) <= 0)
  if (!isOurs) throw errors.invalidSearchParameter('scan_query.token', 'of another scan')
  return key
}

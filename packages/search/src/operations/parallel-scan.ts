import {
  type ParallelScanReply,
  type ParallelScanRequest,
  type ScanQuery,
  errors,
} from '@rowhouse/protocol'
import { type Table, unitsOf } from '@rowhouse/engine'
import { readableColumns } from './found-rows/columns-to-read.js'
import { completeRows, completeValues } from './found-rows/complete-rows.js'
import { type FoundIndex, findSearchIndex } from './indexes/find-search-index.js'
import { type IndexRun, runOnIndex } from './running/run-on-index.js'
import { type ScanPart, partOf, scanPage } from './scans/scan-part.js'
import { PLAIN_CALL, type SearchCall, type SearchService } from './search-service.js'
import { searchTimeout } from './running/search-timeout.js'

/** Reads all matching rows by key, in parts that several clients read at once. */
export async function parallelScan(
  service: SearchService,
  instance: string,
  request: ParallelScanRequest,
  call: SearchCall = PLAIN_CALL,
): Promise<ParallelScanReply> {
  const found = findSearchIndex(service, instance, request)
  const { scanQuery } = request
  if (scanQuery.limit === 0) throw errors.invalidSearchParameter('scan_query.limit', 0)
  const columns = columnsOf(service, request, found)
  checkCurrentId(scanQuery)
  const part = partOfSession(service, request, found)
  const timed = { ...call, timeoutMs: searchTimeout(request.timeoutMs) }
  return runOnIndex(service, found, timed, async (run) => {
    const wasShort = run.isShort()
    const page = await answer(service, instance, request, run, part, columns)
    // This reply has no member for missing rows.
    if (wasShort || run.isShort()) throw errors.serverUnavailable()
    return page
  })
}

/** A scan is answered from the index alone: other columns are missing. */
function columnsOf(
  service: SearchService,
  { columnsToGet }: ParallelScanRequest,
  { index }: FoundIndex,
): readonly string[] {
  const { returnType, columnNames } = columnsToGet
  if (returnType === 'ALL') throw errors.scanOfAllColumns()
  if (returnType === 'NONE') return []
  const readable = readableColumns(service.schemas.of(index))
  return returnType === 'SPECIFIED'
    ? columnNames.filter((name) => readable.has(name))
    : [...readable]
}

/** The order of the Python SDK's parallel-scan test: this one, the session, the number of parts. */
function checkCurrentId({ currentParallelId, maxParallel }: ScanQuery): void {
  if (currentParallelId >= 0 && currentParallelId < maxParallel) return
  throw errors.parallelIdOutOfRange(maxParallel, currentParallelId)
}

function partOfSession(
  { sessions }: SearchService,
  { sessionId, scanQuery }: ParallelScanRequest,
  { id }: FoundIndex,
): ScanPart {
  const { currentParallelId, maxParallel, aliveTime } = scanQuery
  const session = sessionId && sessions.resume(sessionId, id, aliveTime)
  const ends = session?.splitEnds ?? []
  const splits = ends.length + 1
  if (maxParallel > splits) throw errors.maxParallelOutOfRange(splits, maxParallel)
  const part = partOf(ends, currentParallelId, maxParallel)
  // The last part ends at the session's last key: if rows were appended faster than they are read, the scan
  // would never end.
  const isLast = session !== undefined && part.last === undefined
  return isLast ? { ...part, last: session.lastKey ?? BEFORE_ALL_KEYS } : part
}

const BEFORE_ALL_KEYS = Buffer.alloc(0)

/** The columns beside those of the key, in the order of a reply; undefined where there are none. */
function attributes(
  columns: readonly string[],
  { description }: Table,
): readonly string[] | undefined {
  const key = new Set(description.primaryKey.map(({ name }) => name))
  const others = [...new Set(columns)].filter((name) => !key.has(name))
  if (others.length === 0) return undefined
  return others.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

async function answer(
  { engine }: SearchService,
  instance: string,
  { scanQuery, withoutTimes }: ParallelScanRequest,
  run: IndexRun,
  part: ScanPart,
  columns: readonly string[],
): Promise<ParallelScanReply> {
  const { table } = run.found
  const asked = withoutTimes === true ? attributes(columns, table) : undefined
  let token = scanQuery.token
  for (;;) {
    const page = await scanPage(run, scanQuery, part, token, asked)
    const { rows, bytes } =
      asked === undefined
        ? await completeRows(engine, table, page.rows, columns)
        : await completeValues(engine, table, page.rows, asked)
    engine.meter.add(instance, table.description.name, unitsOf(bytes), 0)
    // Only the last page may be empty, so a page without remaining rows is skipped.
    if (rows.length > 0 || page.next === undefined) {
      return { rows: rows.map(({ row }) => row), nextToken: page.next }
    }
    token = page.next
  }
}

import {
  type ComputeSplitsReply,
  type ComputeSplitsRequest,
  errors,
  limits,
} from '@rowhouse/protocol'
import { findSearchIndex } from './indexes/find-search-index.js'
import { runOnIndex } from './running/run-on-index.js'
import { drawKeys, lastKey, splitCount, splitEnds } from './scans/scan-splits.js'
import { PLAIN_CALL, type SearchCall, type SearchService } from './search-service.js'

/**
 * Begins a session of parallel scans; the index's number of splits is the number of scans that can
 * run at once.
 */
export async function computeSplits(
  service: SearchService,
  instance: string,
  request: ComputeSplitsRequest,
  call: SearchCall = PLAIN_CALL,
): Promise<ComputeSplitsReply> {
  const found = findSearchIndex(service, instance, request, errors.splitsIndexNotExist)
  const timed = { ...call, timeoutMs: limits.SEARCH_TIMEOUT_MS_MAX }
  return runOnIndex(service, found, timed, async ({ search, isShort }) => {
    const { id } = found
    const wasShort = isShort()
    const { rows } = await search.describe(id)
    const drawn = await drawKeys(search, id, rows)
    const ends = splitEnds(drawn, splitCount(rows))
    const last = await lastKey(search, id, drawn)
    // During a rebuild the session would end at the last row that is already rebuilt.
    if (wasShort || isShort()) throw errors.serverUnavailable()
    const sessionId = service.sessions.begin({ index: id, splitEnds: ends, lastKey: last })
    return { sessionId, splitsSize: ends.length + 1 }
  })
}

import {
  type ComputeSplitsReply,
  type ComputeSplitsRequest,
  errors,
  limits,
} from '@rowhouse/protocol'
import { findSearchIndex } from './find-search-index.js'
import { runOnIndex } from './run-on-index.js'
import { splitCount, splitEnds } from './scan-splits.js'
import { PLAIN_CALL, type SearchCall, type SearchService } from './search-service.js'

/** Begins a session of parallel scans: as many may run at once as the index has splits. */
export async function computeSplits(
  service: SearchService,
  instance: string,
  request: ComputeSplitsRequest,
  call: SearchCall = PLAIN_CALL,
): Promise<ComputeSplitsReply> {
  const found = findSearchIndex(service, instance, request, errors.splitsIndexNotExist)
  const timed = { ...call, timeoutMs: limits.SEARCH_TIMEOUT_MS_MAX }
  return runOnIndex(service, found, timed, async ({ search, timeLeft }) => {
    const { rows } = await search.describe(found.id)
    const ends = await splitEnds(search, found.id, splitCount(rows), timeLeft())
    const sessionId = service.sessions.begin({ index: found.id, splitEnds: ends })
    return { sessionId, splitsSize: ends.length + 1 }
  })
}

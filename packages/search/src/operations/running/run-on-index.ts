import { TablestoreError, errors } from '@rowhouse/protocol'
import {
  IndexAbsentError,
  IndexDamagedError,
  IndexResetError,
  IndexingEndedError,
} from '@rowhouse/search-engine'
import { IndexNotKeptError } from '../../keeping/index-keeper.js'
import { searchLimits } from '../../limits.js'
import { type FoundIndex, isReplaced, isThere } from '../indexes/find-search-index.js'
import type { Indexing, SearchCall, SearchService } from '../search-service.js'
import { type Measured, measuredBy } from './search-stages.js'
import { withinTime } from './within-time.js'

/** The bounds of one search, and the index that it uses. */
export interface IndexRun extends Indexing {
  readonly found: FoundIndex
  /** The milliseconds left of the request's time. */
  readonly timeLeft: () => number
  /** Whether rows are missing that searches have found before. */
  readonly isShort: () => boolean
  readonly measured: Measured
}

/**
 * Runs work on an index that exists and, if the call requires it, is up to date; counts the outcome. Work
 * that meets an index that is begun anew waits for it and is run again. Any other failure of the index is
 * answered as a temporary error, so that clients retry.
 */
export async function runOnIndex<Result>(
  service: SearchService,
  found: FoundIndex,
  call: SearchCall & { readonly timeoutMs: number },
  run: (run: IndexRun) => Promise<Result>,
): Promise<Result> {
  const { table, index } = found
  const { id } = table.description
  const { clock } = service.engine
  const endsAt = clock.monotonic() + call.timeoutMs
  const timeLeft = (): number => Math.max(1, Math.ceil(endsAt - clock.monotonic()))
  const measured = measuredBy(clock, call.onStage)
  const runOnce = async (): Promise<Result> => {
    const indexing = await measured('waiting', ready(service, found, call, timeLeft))
    const isShort = (): boolean => indexing.keeper.isShort(id, index.number)
    return run({ ...indexing, found, timeLeft, isShort, measured })
  }
  const isOpenAgain = (): Promise<boolean> => measured('waiting', opened(service, found, timeLeft))
  try {
    const result = await untilRun(runOnce, isOpenAgain)
    service.figures.count(id, index.number, 'OK')
    return result
  } catch (error) {
    if (error instanceof IndexDamagedError) await reportDamage(service, found)
    const answered = errorFor(found, error)
    const code = answered instanceof TablestoreError ? answered.code : 'OTSInternalServerError'
    if (isThere(found)) service.figures.count(id, index.number, code)
    throw answered
  }
}

/** Runs read-only work again while an index that it has missed is opened again. */
async function untilRun<Result>(
  runOnce: () => Promise<Result>,
  isOpenAgain: () => Promise<boolean>,
): Promise<Result> {
  for (let runs = 1; ; runs++) {
    try {
      return await runOnce()
    } catch (error) {
      const isMissed = MISSED.some((kind) => error instanceof kind)
      if (!isMissed || runs === searchLimits.SEARCH_RUNS_MAX || !(await isOpenAgain())) throw error
    }
  }
}

/** Waits until the index is there and has what the call wants to find. */
async function ready(
  service: SearchService,
  { id, table, index }: FoundIndex,
  { waitsForIndex }: SearchCall,
  timeLeft: () => number,
): Promise<Indexing> {
  const indexing = await service.indexing()
  await service.arrivals.arrived(id)
  if (waitsForIndex) {
    await withinTime(indexing.keeper.caughtUp(table.description.id, index.number), timeLeft())
  }
  return indexing
}

/** Waits for an opening of the index in progress; whether it is open. */
async function opened(
  service: SearchService,
  { id, table, index }: FoundIndex,
  timeLeft: () => number,
): Promise<boolean> {
  const { keeper } = await service.indexing()
  await service.arrivals.arrived(id)
  return withinTime(keeper.opened(table.description.id, index.number), timeLeft())
}

async function reportDamage(service: SearchService, { table, index }: FoundIndex): Promise<void> {
  const { keeper } = await service.indexing()
  await keeper.damageMet(table.description.id, index.number)
}

/** The index is being opened, or fails. */
const MISSED = [IndexAbsentError, IndexResetError, IndexNotKeptError, IndexingEndedError]
/** Temporary failures: the keeper repairs the index meanwhile. */
const TROUBLES = [...MISSED, IndexDamagedError]

function errorFor(found: FoundIndex, error: unknown): unknown {
  if (error instanceof TablestoreError) return error
  if (!isThere(found)) {
    // If another index has replaced it meanwhile, the next attempt finds that one.
    return isReplaced(found)
      ? errors.serverUnavailable()
      : errors.searchIndexNotExist(found.index.name)
  }
  const isTrouble = TROUBLES.some((kind) => error instanceof kind)
  return isTrouble ? errors.serverUnavailable() : error
}

import { type SearchReply, TablestoreError } from '@rowhouse/protocol'
import { foundIndex } from '../indexes/find-search-index.js'
import { hiddenOf } from '../indexes/hidden-index.js'
import type { IndexRun } from './run-on-index.js'
import type { SearchCall } from '../search-service.js'
import { withinTime } from './within-time.js'

/**
 * Fields added by UpdateSearchIndex are described at once and can be searched at once: a search that the
 * index refuses goes to the index that is being built with those fields. The result has the rows built so
 * far and is marked as incomplete; a search that waits for the index waits for the whole build.
 */
export async function askAddedFields(
  run: IndexRun,
  { waitsForIndex }: SearchCall,
  ask: (run: IndexRun) => Promise<SearchReply>,
): Promise<SearchReply> {
  try {
    return await ask(run)
  } catch (error) {
    const larger = largerOf(run)
    if (larger === undefined || !isRefusal(error)) throw error
    try {
      if (waitsForIndex) await built(larger)
      const reply = await ask(larger)
      return waitsForIndex ? reply : { ...reply, isAllSucceeded: false }
    } catch (another) {
      // A failure of the index that is being built is not reported as one of the current index.
      throw another instanceof TablestoreError ? another : error
    }
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof TablestoreError && error.code === 'OTSParameterInvalid'

/** A run on the index that will replace this one. */
function largerOf(run: IndexRun): IndexRun | undefined {
  const { table, index } = run.found
  const hidden = hiddenOf(table.description, index)
  if (hidden === undefined) return undefined
  const isShort = (): boolean => run.keeper.isShort(table.description.id, hidden.number)
  return { ...run, found: foundIndex(table, hidden), isShort }
}

function built({ keeper, found, timeLeft }: IndexRun): Promise<void> {
  const { table, index } = found
  return withinTime(keeper.caughtUp(table.description.id, index.number), timeLeft())
}

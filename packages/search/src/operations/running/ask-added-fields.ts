import { type SearchReply, TablestoreError } from '@rowhouse/protocol'
import { foundIndex } from '../indexes/find-search-index.js'
import { hiddenOf } from '../indexes/hidden-index.js'
import type { IndexRun } from './run-on-index.js'
import type { SearchCall } from '../search-service.js'
import { withinTime } from './within-time.js'

/**
 * Fields that UpdateSearchIndex has added are described at once, and so they can be searched at once: what an
 * index refuses, the one is asked for that has those fields and is being built. It answers what it has by
 * then, and says so; who waits for the index waits until it has all.
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
      // Trouble of what is being built is not that of the index.
      throw another instanceof TablestoreError ? another : error
    }
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof TablestoreError && error.code === 'OTSParameterInvalid'

/** The same on the index that is to take the place of this one. */
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

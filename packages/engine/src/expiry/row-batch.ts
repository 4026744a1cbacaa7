import { DamagedRowError } from '../stored-rows/row-codec.js'

/** What a batch of background work on rows came to. */
export interface BatchOutcome<Outcome> {
  readonly outcomes: readonly Outcome[]
  /** Rows that do not match their checksum: left as they are, so that reads keep reporting them. */
  readonly damagedRows: number
}

/**
 * Waits for work on several rows. A damaged row must not hold up the rest for ever; any other
 * failure is the store's and ends the run, once nothing of the batch is under way any more.
 */
export const settleBatch = async <Outcome>(
  work: readonly Promise<Outcome>[],
): Promise<BatchOutcome<Outcome>> => {
  const outcomes: Outcome[] = []
  let damagedRows = 0
  for (const settled of await Promise.allSettled(work)) {
    if (settled.status === 'fulfilled') outcomes.push(settled.value)
    else if (settled.reason instanceof DamagedRowError) damagedRows += 1
    else throw settled.reason
  }
  return { outcomes, damagedRows }
}

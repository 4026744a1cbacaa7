import { DamagedRowError } from '../stored-rows/row-codec.js'

/** The result of a batch of background work on rows. */
export interface BatchOutcome<Outcome> {
  readonly outcomes: readonly Outcome[]
  /**
   * Rows that do not match their checksum; they are left as they are, so that reads keep reporting them.
   */
  readonly damagedRows: number
}

/**
 * Waits for work on several rows. A damaged row must not block the others; any other failure comes from the
 * store and ends the run, once all work of the batch has settled.
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

import { BatchWriteBody } from '@rowhouse/protocol'
import { clientLimits } from '../limits.js'

/** The memory of requests that were answered, for the next ones. */
export class BatchBodies {
  readonly #free: BatchWriteBody[] = []

  take(tableName: string): BatchWriteBody {
    const body = this.#free.pop() ?? new BatchWriteBody(clientLimits.BATCH_MEMORY_BYTES)
    body.begin(tableName)
    return body
  }

  /** Only for a body whose request was answered: one that has failed may still be on its way. */
  give(body: BatchWriteBody): void {
    const { BATCHES_KEPT, BATCH_MEMORY_BYTES_KEPT } = clientLimits
    if (this.#free.length < BATCHES_KEPT && body.memoryBytes <= BATCH_MEMORY_BYTES_KEPT) {
      this.#free.push(body)
    }
  }
}

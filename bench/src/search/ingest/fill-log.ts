import { batchWriteRow, type OpenEngine } from '@rowhouse/engine'
import { batchWriteRow as codec } from '@rowhouse/protocol'
import { openBenchEngine } from '../../open-bench-engine.js'
import { CREDENTIALS } from '../../peers/credentials.js'
import { orderMaker } from '../documents/order.js'
import { type WritePlan, writeBodies } from './write-stream.js'

const ROWS_PER_BATCH = 200
const BATCHES_AT_ONCE = 4

/**
 * Writes a plan to a folder without a server. Its indexes are not updated meanwhile: the log keeps
 * everything for them.
 */
export async function fillLog(directory: string, plan: WritePlan): Promise<void> {
  const engine = await openBenchEngine(directory)
  try {
    const bodies = writeBodies(plan, ROWS_PER_BATCH, orderMaker({ documents: plan.writes }))
    await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, () => writeAll(engine, bodies)))
  } finally {
    await engine.close()
  }
}

async function writeAll(engine: OpenEngine, bodies: Iterable<{ body: Buffer }>): Promise<void> {
  for (const { body } of bodies) {
    const reply = await batchWriteRow(engine, CREDENTIALS.instance, codec.decodeRequest(body))
    const rows = reply.tables.flatMap((table) => table.rows)
    if (rows.some(({ isOk }) => !isOk)) throw new Error('A row was refused')
  }
}

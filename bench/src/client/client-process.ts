import { Client, defineTable, type Table, type Transport } from '@rowhouse/client'
import { getRange } from '@rowhouse/protocol'
import { CREDENTIALS } from '../peers/credentials.js'
import type { Answer } from '../peers/worker-process.js'
import { seededRandom } from '../rows/random.js'
import { KEY_NAME, keyOf, TABLE_NAME } from '../rows/row-shape.js'
import { type UserRow, userRows } from '../rows/user-rows.js'
import { BATCH_ROWS } from '../workloads/workload.js'
import type { ClientFigures, ClientJob, GetRowJob, ReadRangeJob, WriteJob } from './client-job.js'
import { measured } from './measured.js'
import { signedReplyHeaders } from './signed-reply.js'

const users = defineTable({
  name: TABLE_NAME,
  key: { [KEY_NAME]: 'string' },
  columns: { c0: 'string', c1: 'string', c2: 'string', c3: 'string', c4: 'string' },
})
type Users = typeof users

/** Runs our client in its own process, so that the process's costs are the client's. */
function serveJobs(): void {
  process.on('message', (job: ClientJob) => {
    runJob(job).then(
      (figures) => answer({ kind: 'figures', figures }),
      (error: unknown) => answer({ kind: 'failed', message: String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
}

function answer(message: Answer<ClientFigures>): void {
  process.send?.(message)
}

function runJob(job: ClientJob): Promise<ClientFigures> {
  switch (job.kind) {
    case 'get-row':
      return getRows(job)
    case 'write':
      return writeRows(job)
    case 'read-range':
      return readRange(job)
  }
}

async function withTable<Result>(
  endpoint: string,
  transport: Transport | undefined,
  work: (table: Table<Users>) => Promise<Result>,
): Promise<Result> {
  const { instance, accessKeyId: id, accessKeySecret: secret } = CREDENTIALS
  const options = { endpoint, instance, accessKey: { id, secret } }
  const client = new Client(options, transport === undefined ? {} : { transport })
  try {
    return await work(client.table(users))
  } finally {
    await client.close()
  }
}

function getRows({ endpoint, callsAtOnce, rows, shape, seconds }: GetRowJob) {
  const random = seededRandom(7)
  return withTable(endpoint, undefined, (table) =>
    measured(seconds, callsAtOnce, async () => {
      const row = await table.get({ [KEY_NAME]: keyOf(Math.floor(random() * rows)) })
      if (row?.c4?.length !== shape.columnBytes) throw new Error('The row is not complete')
      return 1
    }),
  )
}

function writeRows(job: WriteJob): Promise<ClientFigures> {
  const { endpoint, requestsAtOnce, seconds } = job
  const rows = userRows(job.rows, job.shape)
  return withTable(endpoint, undefined, (table) =>
    job.by === 'batches'
      ? measured(seconds, requestsAtOnce, batches(table, rows))
      : bulkWrite(table, rows, job),
  )
}

function batches(table: Table<Users>, rows: readonly UserRow[]) {
  let next = 0
  return async (): Promise<number> => {
    const batch = rows.slice(next, next + BATCH_ROWS).map((put) => ({ put }))
    next = next + 2 * BATCH_ROWS > rows.length ? 0 : next + BATCH_ROWS
    const outcomes = await table.writeMany(batch)
    if (!outcomes.every(({ isOk }) => isOk)) throw new Error('A row was not written')
    return batch.length
  }
}

/** One source that yields rows as fast as the writer takes them; written rows are counted. */
async function bulkWrite(
  table: Table<Users>,
  rows: readonly UserRow[],
  { requestsAtOnce, seconds }: WriteJob,
): Promise<ClientFigures> {
  const writer = table.bulkWriter({ concurrency: requestsAtOnce })
  let next = 0
  const figures = await measured(seconds, 1, async () => {
    const before = writer.figures.written
    for (let i = 0; i < BATCH_ROWS; i++) {
      const put = rows[next++ % rows.length]
      // A row that is not written ends this process: nobody handles its rejection.
      if (put !== undefined) void writer.write({ put })
    }
    await writer.room()
    return writer.figures.written - before
  })
  await writer.close()
  return figures
}

/** Decodes recorded pages until the time is over, checking digests and signatures. */
function readRange({ pages, shape, seconds }: ReadRangeJob): Promise<ClientFigures> {
  return withTable('http://127.0.0.1:1', replaying(pages), (table) =>
    measured(seconds, 1, async () => {
      let rows = 0
      for await (const { c4 } of table.range()) {
        if (c4?.length !== shape.columnBytes) throw new Error('The row is not complete')
        rows += 1
      }
      return rows
    }),
  )
}

/** A transport that answers with the recorded pages in turn. */
function replaying(pages: readonly Uint8Array[]): Transport {
  const replies = pages.map((page) => {
    const body = Buffer.from(page)
    return { status: 200, headers: signedReplyHeaders(getRange.name, body), body }
  })
  let next = 0
  return {
    send: async () => {
      const reply = replies[next++ % replies.length]
      if (reply === undefined) throw new Error('No page was recorded')
      return reply
    },
    close: async () => undefined,
  }
}

serveJobs()

import { getRow } from '@rowhouse/protocol'
import { RequestingConnection } from '../load/connection.js'
import { type ChildServer, stopChildServer } from '../peers/child-server.js'
import { type RowhouseOptions, startRowhouse } from '../peers/rowhouse-server.js'
import { requestSigner } from '../workloads/signed-request.js'
import { getRowRequest } from '../workloads/tablestore-requests.js'

export interface StartFigures {
  /** From the start of the process to its ready line. */
  readonly readyMs: number
  /** From the start of the process to the reply to a signed GetRow that finds its row. */
  readonly firstReplyMs: number
}

/** Starts the server, reads one row that must be there, and returns the server. */
export async function startAndAsk(
  options: RowhouseOptions,
  counter: number,
): Promise<{ readonly server: ChildServer; readonly figures: StartFigures }> {
  const startedAt = performance.now()
  const server = await startRowhouse(options)
  const { endpoint, readyMs } = server
  const sign = requestSigner(`${endpoint.host}:${endpoint.port}`)
  const connection = new RequestingConnection(endpoint)
  const { status, body } = await connection.request(getRowRequest(sign, counter))
  const firstReplyMs = performance.now() - startedAt
  connection.close()
  if (status !== 200) throw new Error(`GetRow answered ${status}: ${body.toString('latin1')}`)
  if (getRow.decodeReply(body).row.length === 0) throw new Error(`Row ${counter} is not there`)
  return { server, figures: { readyMs, firstReplyMs } }
}

/** The start with the median time to the first reply. */
export async function medianStart(
  runs: number,
  prepare: () => Promise<void>,
  options: RowhouseOptions,
  counter: number,
): Promise<StartFigures> {
  const starts: StartFigures[] = []
  for (let run = 0; run < runs; run += 1) {
    await prepare()
    const { server, figures } = await startAndAsk(options, counter)
    await stopChildServer(server)
    starts.push(figures)
  }
  starts.sort((a, b) => a.firstReplyMs - b.firstReplyMs)
  const median = starts[Math.floor(runs / 2)]
  if (median === undefined) throw new Error('No starts')
  return median
}

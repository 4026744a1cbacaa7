import { createServer, type Socket } from 'node:net'
import { batchWriteRow } from '@rowhouse/protocol'
import { announcePort } from '../peers/listening-port.js'
import { TABLE_NAME } from '../rows/row-shape.js'
import { BATCH_ROWS } from '../workloads/workload.js'
import { signedReplyHeaders } from './signed-reply.js'

const HEAD_END = '\r\n\r\n'

/** Answers every request like a successful BatchWriteRow of 200 rows, without parsing it. */
function serveSink(): void {
  const reply = cannedReply()
  announcePort(createServer({ noDelay: true }, (socket) => serveConnection(socket, reply)))
  process.on('disconnect', () => process.exit())
}

function serveConnection(socket: Socket, reply: Buffer): void {
  let bodyLeft = 0
  let head = ''
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    if (bodyLeft > 0) bodyLeft -= chunk.length
    else {
      head += chunk.toString('latin1')
      const end = head.indexOf(HEAD_END)
      if (end < 0) return
      bodyLeft = contentLengthOf(head) - (head.length - end - HEAD_END.length)
      head = ''
    }
    if (bodyLeft === 0) socket.write(reply)
  })
}

function contentLengthOf(head: string): number {
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
  if (length === undefined) throw new Error('The request has no content-length')
  return Number(length)
}

function cannedReply(): Buffer {
  const consumed = { read: 0, write: 1 }
  const rows = Array.from({ length: BATCH_ROWS }, () => {
    return { isOk: true as const, consumed, row: undefined }
  })
  const body = batchWriteRow.encodeReply({ tables: [{ tableName: TABLE_NAME, rows }] })
  const headers = [...signedReplyHeaders(batchWriteRow.name, body)]
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const head = `HTTP/1.1 200 OK\r\n${lines}content-length: ${body.length}${HEAD_END}`
  return Buffer.concat([Buffer.from(head, 'latin1'), body])
}

serveSink()

import { createServer } from 'node:http'
import { announcePort } from './listening-port.js'

/** Makes the head as long as that of a signed reply. */
const HEAD_FILLER = 'x'.repeat(280)

/**
 * The bare node:http server to which every figure is compared. It reads the whole request and answers as
 * many bytes as the measured server; its parent sends the number before each run.
 */
function serveEcho(): void {
  let body = Buffer.alloc(0)
  const server = createServer((request, response) => {
    request.on('data', () => undefined)
    request.on('end', () => {
      response.writeHead(200, { 'content-length': body.length, 'x-filler': HEAD_FILLER })
      response.end(body)
    })
  })
  process.on('message', (replyBytes: number) => {
    body = Buffer.alloc(replyBytes)
    process.send?.('configured')
  })
  process.on('disconnect', () => process.exit())
  announcePort(server)
}

serveEcho()

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DoorContext } from './door-context.js'
import type { Page } from './messages.js'

/** Paths that people and machines that watch the server ask for by GET. */
export type PagePath = 'healthz' | 'readyz' | 'metrics'

export const isPage = (path: string): path is PagePath =>
  path === 'healthz' || path === 'readyz' || path === 'metrics'

const TEXT = 'text/plain; charset=utf-8'
/** Prometheus's text format. */
const METRICS_TEXT = 'text/plain; version=0.0.4; charset=utf-8'

export function servePage(
  context: DoorContext,
  path: PagePath,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (path === 'healthz') {
    send(response, 200, TEXT, Buffer.from('ok\n'))
    return
  }
  if (path === 'metrics' && !context.metricsForAll && !isLocal(request)) {
    send(response, 403, TEXT, Buffer.from('the metrics are for this machine only\n'))
    return
  }
  const page: Page = path === 'metrics' ? 'metrics' : 'ready'
  const type = path === 'metrics' ? METRICS_TEXT : TEXT
  context.gate.page(page, { reply: (status, body) => send(response, status, type, body) })
}

function send(response: ServerResponse, status: number, type: string, body: Buffer): void {
  if (response.destroyed) return
  response.writeHead(status, ['content-type', type, 'content-length', body.length])
  response.end(body)
}

/** Whether the other end is this machine: 127.0.0.0/8, also as an IPv6 address, or ::1. */
function isLocal(request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress ?? ''
  return address === '::1' || address.replace(/^::ffff:/, '').startsWith('127.')
}

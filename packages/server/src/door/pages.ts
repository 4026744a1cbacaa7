import type { DoorContext } from './door-context.js'
import type { HttpConnection } from './http/connection.js'
import type { RequestTaker } from './http/http-handler.js'
import type { Page } from './messages.js'

/** Paths that people and machines that watch the server ask for by GET. */
export type PagePath = 'healthz' | 'readyz' | 'metrics'

export const isPage = (path: string): path is PagePath =>
  path === 'healthz' || path === 'readyz' || path === 'metrics'

const TEXT = 'text/plain; charset=utf-8'
/** Prometheus's text format. */
const METRICS_TEXT = 'text/plain; version=0.0.4; charset=utf-8'

export function servePage(context: DoorContext, path: PagePath, connection: HttpConnection): void {
  const send = (status: number, type: string, body: Buffer): void => {
    const headers = `content-type: ${type}\r\n`
    connection.reply({ status, headers, body, close: context.draining })
  }
  if (path === 'healthz') {
    send(200, TEXT, Buffer.from('ok\n'))
    return
  }
  if (path === 'metrics' && !context.metricsForAll && !isLocal(connection.remoteAddress)) {
    send(403, TEXT, Buffer.from('the metrics are for this machine only\n'))
    return
  }
  const page: Page = path === 'metrics' ? 'metrics' : 'ready'
  const type = path === 'metrics' ? METRICS_TEXT : TEXT
  context.gate.page(page, { reply: (status, body) => send(status, type, body) })
}

/** A page takes nothing of its request. */
export const pageTaker: RequestTaker = {
  take: () => {},
  complete: () => {},
  broken: () => {},
  written: () => {},
  taken: () => {},
  gone: () => {},
}

/** Whether it is this machine: 127.0.0.0/8, also as an IPv6 address, or ::1. */
function isLocal(address: string): boolean {
  return address === '::1' || address.replace(/^::ffff:/, '').startsWith('127.')
}

import type { DoorContext } from './door-context.js'
import type { HttpConnection } from './http/http-connection.js'
import type { RequestTaker } from './http/http-handler.js'
import type { Page } from './messages.js'

/** The paths of pages for people and monitoring, by GET or HEAD. Browsers open ''. */
export type PagePath = '' | 'healthz' | 'readyz' | 'metrics'

export const isPage = (method: string, path: string): path is PagePath =>
  (method === 'GET' || method === 'HEAD') &&
  (path === '' || path === 'healthz' || path === 'readyz' || path === 'metrics')

const TEXT = 'text/plain; charset=utf-8'
/** The text format of Prometheus. */
const METRICS_TEXT = 'text/plain; version=0.0.4; charset=utf-8'

export function servePage(context: DoorContext, path: PagePath, connection: HttpConnection): void {
  const close = context.draining
  const send = (status: number, type: string, body: Buffer): void => {
    connection.reply({ status, headers: `content-type: ${type}\r\n`, body, close })
  }
  if (path === '') {
    connection.reply({ status: 200, ...context.welcome, close })
    return
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

/** A page ignores the body of its request. */
export const pageTaker: RequestTaker = {
  take: () => {},
  complete: () => {},
  broken: () => {},
  written: () => {},
  taken: () => {},
  gone: () => {},
}

/** Whether the address is this machine: 127.0.0.0/8, also as an IPv6 address, or ::1. */
function isLocal(address: string): boolean {
  return address === '::1' || address.replace(/^::ffff:/, '').startsWith('127.')
}

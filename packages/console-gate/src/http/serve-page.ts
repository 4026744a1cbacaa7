import type { IncomingMessage, ServerResponse } from 'node:http'
import { INDEX, type PageFile, type Pages } from './page-files.js'
import { securityHeaders } from './security-headers.js'

/**
 * Answers a file of the console, or its page for every other address in it: the page finds out by itself
 * what to show.
 */
export function servePage(
  pages: Pages,
  base: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const file = pages.get(path)
  if (file !== undefined && path !== INDEX) {
    send(request, response, file)
    return
  }
  const index = pages.get(INDEX)
  if (index === undefined || path.startsWith('assets/')) {
    response.writeHead(404, securityHeaders).end()
    return
  }
  const page = index.bytes.toString('utf8').replace('<base href="/" />', `<base href="${base}/" />`)
  response.writeHead(200, {
    ...securityHeaders,
    'content-type': index.type,
    'cache-control': 'no-cache',
  })
  response.end(request.method === 'HEAD' ? undefined : page)
}

/** Each page shows the icon again, also while the server is away. */
const ICON_CACHE = 'public, max-age=3600'

function send(request: IncomingMessage, response: ServerResponse, file: PageFile): void {
  const isCompressed = String(request.headers['accept-encoding'] ?? '').includes('gzip')
  response.writeHead(200, {
    ...securityHeaders,
    'content-type': file.type,
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : ICON_CACHE,
    vary: 'accept-encoding',
    ...(isCompressed && { 'content-encoding': 'gzip' }),
  })
  const body = isCompressed ? file.compressed : file.bytes
  response.end(request.method === 'HEAD' ? undefined : body)
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { consoleLimits } from '../limits.js'
import type { MapFile } from './map-file.js'
import { securityHeaders } from './security-headers.js'

/** Answers the one range of bytes that a request names; a file of a hundred gigabytes is never sent whole. */
export async function sendMapPiece(
  file: MapFile,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const piece = pieceOf(request.headers.range, file.bytes)
  if (piece === undefined) {
    response.writeHead(416, { ...securityHeaders, 'content-range': `bytes */${file.bytes}` }).end()
    return
  }
  const bytes = await file.read(piece.from, piece.length)
  response.writeHead(206, {
    ...securityHeaders,
    'content-type': 'application/octet-stream',
    'content-length': bytes.length,
    'content-range': `bytes ${piece.from}-${piece.from + bytes.length - 1}/${file.bytes}`,
    'cache-control': 'no-store',
    etag: file.etag,
  })
  response.end(bytes)
}

/** Undefined for a range that is missing, of another form, too long or behind the end. */
export function pieceOf(
  range: string | undefined,
  bytes: number,
): { readonly from: number; readonly length: number } | undefined {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(range ?? '') ?? []
  if (first === undefined || last === undefined) return undefined
  const from = Number(first)
  const length = Math.min(Number(last) + 1, bytes) - from
  return length > 0 && length <= consoleLimits.MAP_PIECE_BYTES_MAX ? { from, length } : undefined
}

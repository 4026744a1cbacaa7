import type { ServerResponse } from 'node:http'
import { type Refused, writeGateJson } from '../shapes/index.js'
import { securityHeaders } from './security-headers.js'

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return
  response.writeHead(status, {
    ...securityHeaders,
    'content-type': 'application/json',
    'cache-control': 'no-store',
    ...headers,
  })
  response.end(writeGateJson(body))
}

export const sendRefused = (response: ServerResponse, status: number, refused: Refused): void =>
  sendJson(response, status, refused)

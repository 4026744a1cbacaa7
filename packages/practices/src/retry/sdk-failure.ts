import { ClientCode, type Failure } from '@rowhouse/client'
import { isObject } from './sdk-client.js'

/**
 * The service's error in one of the SDK's. The SDK puts the HTTP status where the code belongs, and the body
 * of the reply as text, bytes of the message format included, where the text belongs (version 5.6.5).
 */
export function failureOf(error: unknown): Failure {
  const { code, message, syscall } = isObject(error) ? error : {}
  const text = typeof message === 'string' ? message : ''
  const told = toldIn(text)
  if (told !== undefined) return { ...told, wasNotSent: false }
  if (code === 'NetworkingError' || code === 'TimeoutError')
    return { code: ClientCode.NETWORK, message: text, wasNotSent: syscall === 'connect' }
  // A proxy on the way has no code of the service.
  if (code === 500 || code === 502 || code === 503)
    return { code: 'OTSServerUnavailable', message: text, wasNotSent: false }
  return { code: typeof code === 'string' ? code : '', message: text, wasNotSent: false }
}

/** A tag and a length stand before each field of the body, and the SDK puts the request id behind. */
function toldIn(text: string): Pick<Failure, 'code' | 'message'> | undefined {
  const [code] = text.startsWith('\n') ? (/^OTS\w+/.exec(text.slice(2)) ?? []) : []
  if (code === undefined) return undefined
  const message = text.slice(2 + code.length + 2).replace(/ requestId:.*$/, '')
  return { code, message }
}

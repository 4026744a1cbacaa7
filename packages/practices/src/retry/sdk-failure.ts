import { ClientCode, type Failure } from '@rowhouse/client'
import { isObject } from './sdk-client.js'

/**
 * The service's error inside an error of the SDK. The SDK puts the HTTP status in place of the code, and
 * the whole body of the reply as text, with the bytes of the message format, in place of the text
 * (version 5.6.5).
 */
export function failureOf(error: unknown): Failure {
  const { code, message, syscall } = isObject(error) ? error : {}
  const text = typeof message === 'string' ? message : ''
  const told = toldIn(text)
  if (told !== undefined) return { ...told, wasNotSent: false }
  if (code === 'NetworkingError' || code === 'TimeoutError')
    return { code: ClientCode.NETWORK, message: text, wasNotSent: syscall === 'connect' }
  // A proxy's error has no code of the service.
  if (typeof code === 'number' && code >= 500)
    return { code: 'OTSServerUnavailable', message: text, wasNotSent: false }
  return { code: typeof code === 'string' ? code : '', message: text, wasNotSent: false }
}

/** Each field of the body has a tag and a length before it, and the SDK appends the request id. */
function toldIn(text: string): Pick<Failure, 'code' | 'message'> | undefined {
  const [code] = text.startsWith('\n') ? (/^OTS\w+/.exec(text.slice(2)) ?? []) : []
  if (code === undefined) return undefined
  const message = text.slice(2 + code.length + 2).replace(/ requestId:.*$/, '')
  return { code, message }
}

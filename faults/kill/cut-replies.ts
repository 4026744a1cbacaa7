import { subscribe } from 'node:diagnostics_channel'
import { ClientRequest, IncomingMessage } from 'node:http'

/**
 * The official SDK waits for ever for the rest of a reply that was cut off in its body, as the kill of a
 * server does. It hears of errors of its requests, so such a reply becomes one, for the whole process.
 */
export const failCutReplies = (): void => {
  subscribe('http.client.response.finish', (message) => {
    if (typeof message !== 'object' || message === null) return
    const request: unknown = Reflect.get(message, 'request')
    const response: unknown = Reflect.get(message, 'response')
    if (!(request instanceof ClientRequest && response instanceof IncomingMessage)) return
    response.once('close', () => {
      if (!response.complete) request.emit('error', new Error('the reply was cut off'))
    })
  })
}

import { IncomingMessage } from 'node:http'
import type { Exchange } from './exchange.js'

/**
 * A request that knows its exchange, so that the listeners of its body are functions shared by all requests
 * instead of closures made for each.
 */
export class DoorRequest extends IncomingMessage {
  exchange: Exchange | undefined = undefined
}

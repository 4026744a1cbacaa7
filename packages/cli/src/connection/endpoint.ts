import type { ClientOptions } from '@rowhouse/client'
import { UseError } from './use-error.js'

/** The address of a server without path and spelling. Throws UseError when it is none. */
export function originOf(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UseError(`the endpoint is no http or https address: ${endpoint}`)
  return url.origin
}

const LOOPBACK = /\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=:|$)/

/** Whether two connections reach the same instance, as far as their addresses tell. */
export const reachSameInstance = (one: ClientOptions, other: ClientOptions): boolean =>
  one.instance === other.instance && hostOf(one) === hostOf(other)

const hostOf = ({ endpoint }: ClientOptions): string =>
  originOf(endpoint).replace(LOOPBACK, '//localhost')

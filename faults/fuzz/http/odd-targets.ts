import { type Expectation, anything, only } from '../expectation.js'
import type { Choices } from '../random.js'

/** A first line that is legal in HTTP and unusual for the service. */
export interface OddTarget {
  readonly method: string
  readonly target: string
  /** The operation that the server reads from the target. */
  readonly operation: string
  readonly expected: Expectation
}

const unknown = only('OTSParameterInvalid')
const notAllowed = only('OTSMethodNotAllowed')

const post = (target: string, operation: string, expected: Expectation): OddTarget => ({
  method: 'POST',
  target,
  operation,
  expected,
})

const targets: readonly OddTarget[] = [
  post('/', '', unknown),
  post('//GetRow', '/GetRow', unknown),
  post('/GetRow/', 'GetRow/', unknown),
  post('/getrow', 'getrow', unknown),
  post('/%47etRow', '%47etRow', unknown),
  post('/healthz', 'healthz', unknown),
  post('/metrics', 'metrics', unknown),
  post('/constructor', 'constructor', unknown),
  post('/__proto__', '__proto__', unknown),
  post('/tunnel', 'tunnel', unknown),
  post('/tunnel/create/..', 'tunnel/create/..', unknown),
  post('/../../etc/passwd', '../../etc/passwd', unknown),
  post(`/${'Op'.repeat(2000)}`, 'Op'.repeat(2000), unknown),
  post('/GetRow?a=b&c', 'GetRow', anything),
  post('/GetRow?', 'GetRow', anything),
  post('http://any.host:1/GetRow', 'GetRow', anything),
  post('http://any.host', '', unknown),
  { method: 'GET', target: '/GetRow', operation: 'GetRow', expected: notAllowed },
  { method: 'DELETE', target: '/DeleteRow', operation: 'DeleteRow', expected: notAllowed },
  { method: 'PUT', target: '/PutRow', operation: 'PutRow', expected: notAllowed },
  { method: 'PUT', target: '/', operation: '', expected: notAllowed },
  { method: 'GET', target: '/', operation: '', expected: { kind: 'page' } },
  { method: 'GET', target: '/healthz', operation: '', expected: { kind: 'page' } },
  { method: 'GET', target: '/readyz?x', operation: '', expected: { kind: 'page' } },
]

export const oddTarget = (random: Choices): OddTarget => random.pick(targets)

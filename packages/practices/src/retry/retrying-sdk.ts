import { setTimeout as delay } from 'node:timers/promises'
import { callbackify } from 'node:util'
import { type Failure, RetryBudget, backoffMs, clientLimits, mayRetry } from '@rowhouse/client'
import { batchRowsOf } from './batch-rows.js'
import { type SdkCallback, type SdkClient, isObject } from './sdk-client.js'
import { failureOf } from './sdk-failure.js'

export interface RetryOptions {
  /** The number of retries of each call. */
  readonly retries?: number
  /** Random numbers, which tests replace. */
  readonly random?: () => number
  readonly wait?: (ms: number) => Promise<unknown>
}

/**
 * The official Node.js SDK with our client's retries: they depend on the service's codes, which the SDK
 * does not decode; only reads are repeated when the outcome is unknown; waits use exponential backoff
 * with full jitter; all calls share a budget; and in a batch only refused rows are sent again. Turn off
 * the SDK's own retries with `maxRetries: 0`.
 */
export function withRetries<Client extends SdkClient>(
  client: Client,
  options: RetryOptions = {},
): Client {
  const { retries = clientLimits.RETRIES_DEFAULT, random = Math.random, wait = delay } = options
  const { RETRY_BUDGET, RETRY_BUDGET_PER_SUCCESS } = clientLimits
  const budget = new RetryBudget(RETRY_BUDGET, RETRY_BUDGET_PER_SUCCESS)
  const hasRetry = (attempts: number): boolean => attempts <= retries && budget.take()
  const pause = (attempts: number): Promise<unknown> => wait(backoffMs(attempts, random()))

  async function call(operation: string, params: object): Promise<unknown> {
    for (let attempts = 1; ; attempts++) {
      try {
        const reply: unknown = await client.makeRequest(operation, params)
        budget.succeeded(attempts > 1)
        return reply
      } catch (error) {
        if (!mayRetry(nameOf(operation), failureOf(error)) || !hasRetry(attempts)) throw error
        await pause(attempts)
      }
    }
  }

  async function callRows(operation: string, params: object): Promise<unknown> {
    const reply = await call(operation, params)
    const rows = batchRowsOf(operation, params)
    if (rows === undefined || !isObject(reply)) return reply
    const results = rows.resultsOf(reply)
    for (let attempts = 1; ; attempts++) {
      const again = [...results.keys()].filter((place) => {
        const failure = rowFailureOf(results[place])
        return failure !== undefined && mayRetry(nameOf(operation), failure)
      })
      if (again.length === 0 || !hasRetry(attempts)) return reply
      await pause(attempts)
      const more = await call(operation, rows.only(again)).then(rows.resultsOf, (error: unknown) =>
        again.map((place) => failedRow(results[place], error)),
      )
      again.forEach((place, nth) => {
        results[place] = more[nth]
      })
      rows.putResults(reply, results)
    }
  }

  return new Proxy(client, {
    get: (target, name, receiver): unknown =>
      name === 'makeRequest' ? answering(callRows) : Reflect.get(target, name, receiver),
  })
}

/** The SDK's calling convention: a callback after the parameters or instead of them. */
function answering(call: (operation: string, params: object) => Promise<unknown>) {
  return (
    operation: string,
    given: object | SdkCallback | null,
    behind?: SdkCallback,
  ): Promise<unknown> | undefined => {
    const [params, callback] = isCallback(given) ? [{}, given] : [given ?? {}, behind]
    if (callback === undefined) return call(operation, params)
    callbackify(() => call(operation, params))(callback)
    return undefined
  }
}

const isCallback = (given: object | SdkCallback | null): given is SdkCallback =>
  typeof given === 'function'

/** The service's name of an operation: `getRow` is GetRow. */
const nameOf = (operation: string): string =>
  operation.slice(0, 1).toUpperCase() + operation.slice(1)

/** A row whose request has failed as a whole: the others of its batch keep their results. */
function failedRow(row: unknown, error: unknown): object {
  const { code: errorCode, message: errorMessage } = failureOf(error)
  return { ...(isObject(row) && row), isOk: false, errorCode, errorMessage }
}

function rowFailureOf(result: unknown): Failure | undefined {
  if (!isObject(result) || result['isOk'] !== false) return undefined
  const { errorCode, errorMessage } = result
  return { code: String(errorCode), message: String(errorMessage), wasNotSent: false }
}

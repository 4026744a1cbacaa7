import { errors } from '@rowhouse/protocol'

/** The promise's result, or the service's time-out error if that takes too long. */
export function withinTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(errors.timeout()), timeoutMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

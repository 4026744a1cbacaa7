import { errors } from '@rowhouse/protocol'

/** What the promise brings, or the service's time-out error when that takes longer. */
export function withinTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(errors.timeout()), timeoutMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

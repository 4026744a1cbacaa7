import { CallError, ClientCode } from '../errors.js'

/** Ends an iteration whose caller has given it up, also before a page's last row. Throws CallError. */
export function throwIfAborted(signal: AbortSignal | undefined, operation: string): void {
  if (signal?.aborted !== true) return
  throw new CallError({
    code: ClientCode.ABORTED,
    message: 'the caller gave the iteration up',
    operation,
    status: undefined,
    requestId: undefined,
    cause: signal.reason,
  })
}

import type { CallOptions } from './caller.js'

/** The options of a call, and the request id of its answer once it is there. */
export interface ToldRequestId {
  readonly options: CallOptions
  requestId: string | undefined
}

/** Keeps the request id of a call's answer. The caller of the call is told it as well. */
export function withRequestId(options: CallOptions): ToldRequestId {
  const told: ToldRequestId = {
    options: {
      ...options,
      onRequestId: (requestId) => {
        told.requestId = requestId
        options.onRequestId?.(requestId)
      },
    },
    requestId: undefined,
  }
  return told
}

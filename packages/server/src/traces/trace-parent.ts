/** The caller's span, from a `traceparent` header. */
export interface TraceParent {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const NO_TRACE = '0'.repeat(32)
const NO_SPAN = '0'.repeat(16)

/** Undefined for a header that W3C's Trace Context does not allow: it is ignored. */
export function parseTraceParent(header: string | undefined): TraceParent | undefined {
  const [, version, traceId = NO_TRACE, spanId = NO_SPAN, flags = '0', rest] =
    FORM.exec(header?.trim() ?? '') ?? []
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) {
    return undefined
  }
  if (traceId === NO_TRACE || spanId === NO_SPAN) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) }
}

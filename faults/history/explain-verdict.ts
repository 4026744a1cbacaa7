import type { Verdict } from './check-history.js'
import type { RecordedCall } from './operation.js'

/** A text that explains a verdict. */
export const explainVerdict = <Operation>(verdict: Verdict<Operation>): string => {
  if (verdict.kind !== 'not linearizable') return verdict.kind
  return [
    'no order of these calls is possible; the longest that was found:',
    ...verdict.order.map(line),
    'and then none of:',
    ...verdict.stuckAt.map(line),
  ].join('\n')
}

const line = ({ client, operation, begin, end }: RecordedCall<unknown>): string =>
  `  ${String(begin).padStart(6)}..${String(end ?? '').padEnd(6)} ${client} ${JSON.stringify(operation)}`

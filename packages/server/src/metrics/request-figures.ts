import { LatencyHistogram } from './latency-histogram.js'

/** Figures of one operation. */
export class OperationFigures {
  readonly latency = new LatencyHistogram()
  /** Answers by error code, or `OK`. */
  readonly answers = new Map<string, number>()

  count(code: string): void {
    this.answers.set(code, (this.answers.get(code) ?? 0) + 1)
  }

  add(other: OperationFigures): void {
    this.latency.add(other.latency)
    for (const [code, count] of other.answers) {
      this.answers.set(code, (this.answers.get(code) ?? 0) + count)
    }
  }
}

/** Figures of all requests, as plain numbers, for the metrics page. */
export class RequestFigures {
  readonly operations = new Map<string, OperationFigures>()
  busyRefusals = 0
  diskRefusals = 0
  uncaughtErrors = 0
  slowRequests = 0
  toleratedRequests = 0

  of(operation: string): OperationFigures {
    return operationFigures(this.operations, operation)
  }
}

/** The figures of an operation, made at its first request. */
export function operationFigures(
  operations: Map<string, OperationFigures>,
  operation: string,
): OperationFigures {
  const known = operations.get(operation)
  if (known !== undefined) return known
  const figures = new OperationFigures()
  operations.set(operation, figures)
  return figures
}

import { LatencyHistogram } from './latency-histogram.js'

/** What is counted of one operation. */
export class OperationFigures {
  readonly latency = new LatencyHistogram()
  /** Answers by error code; `OK` is among them. */
  readonly answers = new Map<string, number>()

  count(code: string): void {
    this.answers.set(code, (this.answers.get(code) ?? 0) + 1)
  }
}

/** Everything counted of requests, as plain numbers: the metrics page is made from it when asked. */
export class RequestFigures {
  readonly operations = new Map<string, OperationFigures>()
  busyRefusals = 0
  diskRefusals = 0
  uncaughtErrors = 0
  slowRequests = 0
  toleratedRequests = 0

  of(operation: string): OperationFigures {
    const known = this.operations.get(operation)
    if (known !== undefined) return known
    const figures = new OperationFigures()
    this.operations.set(operation, figures)
    return figures
  }
}

import type { RowError } from '@rowhouse/protocol'

/** Why one row of a batch failed. */
export interface RowFailure extends RowError {
  /** The id under which the server's log has the request. */
  readonly requestId: string | undefined
}

/** The outcome of one row of a batch. */
export type BatchResult<Row> =
  | { readonly isOk: true; readonly row: Row }
  | { readonly isOk: false; readonly error: RowFailure }

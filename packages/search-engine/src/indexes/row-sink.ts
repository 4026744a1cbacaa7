import type { RowIntake } from '../segments/build/row-intake.js'

/** Takes the rows of a feed in, straight from the bytes that they came in. */
export interface RowSink {
  /** Where the cells of a row go before `endRow`; to be asked for anew for each batch. */
  readonly intake: RowIntake
  /** The cells that the intake took are those of the row with this key. */
  endRow(bytes: Uint8Array, from: number, to: number, expiresAt: number | undefined): void
  /** The row is gone. */
  remove(key: Uint8Array): void
}

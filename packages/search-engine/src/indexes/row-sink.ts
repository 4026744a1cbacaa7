import type { RowIntake } from '../segments/build/row-intake.js'

/** Takes in the rows of a feed, straight from the bytes in which they arrive. */
export interface RowSink {
  /** Takes the cells of a row before `endRow`; to be asked for again for each batch. */
  readonly intake: RowIntake
  /** The cells that the intake took belong to the row with this key. */
  endRow(bytes: Uint8Array, from: number, to: number, expiresAt: number | undefined): void
  /** The row is deleted. */
  remove(key: Uint8Array): void
}

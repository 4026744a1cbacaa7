/** The first message to a thread that reads blocks. */
export interface StartReading {
  readonly slots: number
  readonly slotBytes: number
  readonly board: SharedArrayBuffer
}

/** A slab of slots, in their order; or how many blocks are on the board. */
export type ToReading = { readonly slab: SharedArrayBuffer } | number

/** How many blocks of the board were tried; 0 when the thread is ready for the first. */
export type FromReading = number

import { type Swipe, swipeMaker } from './swipes.js'

/** Holds a table that was just made to the units of its partitions. */
export type HoldPartitions = (table: string) => Promise<void>

/** The purchases of one set, each made from its number. */
export interface Lab {
  /** Set where the server does not throttle the partitions of every table. */
  readonly holdPartitions?: HoldPartitions | undefined
  readonly rows: number
  swipe(n: number): Swipe
}

export const openLab = ({ seed, rows }: { readonly seed: number; readonly rows: number }): Lab => ({
  rows,
  swipe: swipeMaker(seed, rows),
})

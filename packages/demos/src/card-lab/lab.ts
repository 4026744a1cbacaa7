import { type Swipe, swipeMaker } from './swipes.js'

/** The purchases of one set, each made from its number. */
export interface Lab {
  readonly rows: number
  swipe(n: number): Swipe
}

export const openLab = ({ seed, rows }: { readonly seed: number; readonly rows: number }): Lab => ({
  rows,
  swipe: swipeMaker(seed, rows),
})

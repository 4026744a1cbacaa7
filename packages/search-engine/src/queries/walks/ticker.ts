/** Steps between two looks at the clock. */
const STEPS_PER_LOOK = 4096

/** To be called at every step of a long walk; looks at the clock now and then. */
export type Tick = () => void

export function ticker(checkTime: () => void): Tick {
  let steps = 0
  return () => {
    steps += 1
    if (steps < STEPS_PER_LOOK) return
    steps = 0
    checkTime()
  }
}

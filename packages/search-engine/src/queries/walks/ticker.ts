/** Steps between two deadline checks. */
const STEPS_PER_LOOK = 4096

/** Called at every step of a long walk; checks the deadline now and then. */
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

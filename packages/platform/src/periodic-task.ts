import { setImmediate as letRequestsGoFirst } from 'node:timers/promises'

/** Work that repeats, each run some time after the end of the one before. */
export interface PeriodicTask {
  /** Ends a run in progress at its next stopping place, and starts no other. */
  stop(): Promise<void>
}

/** What a run calls between its slices. */
export interface Pace {
  /** Lets waiting requests go first. Returns false when the run should end. */
  next(): Promise<boolean>
}

/** For runs that are never stopped. */
export const unhurried: Pace = {
  next: async () => {
    await letRequestsGoFirst()
    return true
  },
}

export const startPeriodicTask = (
  run: (pace: Pace) => Promise<unknown>,
  intervalMilliseconds: number,
  onError: (error: unknown) => void,
): PeriodicTask => {
  let stopped = false
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const pace: Pace = {
    next: async () => {
      await letRequestsGoFirst()
      return !stopped
    },
  }
  const plan = (): void => {
    if (stopped) return
    timer = setTimeout(() => {
      running = run(pace).catch(onError).then(plan)
    }, intervalMilliseconds)
    timer.unref()
  }
  plan()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

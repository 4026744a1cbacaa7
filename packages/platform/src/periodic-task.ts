import { setImmediate as letRequestsGoFirst } from 'node:timers/promises'

/** Work that comes again, each time some time after it has ended. */
export interface PeriodicTask {
  /** Lets a run in progress come to its next stopping place, then starts none. */
  stop(): Promise<void>
}

/** What a run asks between its slices. */
export interface Pace {
  /** Gives way to requests that wait; answers false when the run should end. */
  next(): Promise<boolean>
}

/** For runs that nobody stops. */
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

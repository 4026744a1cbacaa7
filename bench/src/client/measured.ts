import type { ClientFigures } from './client-job.js'

const WARM_UP_SECONDS = 1

/**
 * Does `work` until the time is over, so many at once, first unmeasured. `work` answers how many calls or
 * rows it was.
 */
export async function measured(
  seconds: number,
  atOnce: number,
  work: () => Promise<number>,
): Promise<ClientFigures> {
  await workUntil(performance.now() + WARM_UP_SECONDS * 1000, atOnce, work)
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  const done = await workUntil(startedAt + seconds * 1000, atOnce, work)
  const { user, system } = process.cpuUsage(cpu)
  const passed = (performance.now() - startedAt) / 1000
  return { perSecond: done / passed, cpuMicros: (user + system) / done }
}

async function workUntil(end: number, atOnce: number, work: () => Promise<number>) {
  let done = 0
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      const more = await work()
      done += more
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return done
}

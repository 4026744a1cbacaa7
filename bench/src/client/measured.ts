import { isWarmingUp } from '../peers/warm-up.js'
import type { ClientFigures } from './client-job.js'

/**
 * Runs `work` until the time is over, so many at once, after an unmeasured warm-up. `work` returns the
 * number of its calls or rows.
 */
export async function measured(
  seconds: number,
  atOnce: number,
  work: () => Promise<number>,
): Promise<ClientFigures> {
  await workWhile(isWarmingUp, atOnce, work)
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  const end = startedAt + seconds * 1000
  const done = await workWhile(() => performance.now() < end, atOnce, work)
  const { user, system } = process.cpuUsage(cpu)
  const passed = (performance.now() - startedAt) / 1000
  return { perSecond: done / passed, cpuMicros: (user + system) / done }
}

async function workWhile(goesOn: () => boolean, atOnce: number, work: () => Promise<number>) {
  let done = 0
  const worker = async (): Promise<void> => {
    while (goesOn()) {
      const more = await work()
      done += more
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return done
}

import { setTimeout as delay } from 'node:timers/promises'
import { CallError } from '@rowhouse/client'

const CALLERS = 8
const WARM_UP_MS = 2_500
const MEASURED_MS = 5_000
/** A refused call is made again after a pause of up to so long. */
const PAUSE_MS = 10

/** Calls a second that are not refused for the lack of capacity units. */
export async function acceptedRate(call: (nth: number) => Promise<unknown>): Promise<number> {
  let [nth, accepted] = [0, 0]
  let isOver = false
  const repeat = async (): Promise<void> => {
    while (!isOver) {
      if (await isAccepted(() => call(nth++))) accepted += 1
      else await delay(Math.random() * PAUSE_MS)
    }
  }
  const calling = Promise.all(Array.from({ length: CALLERS }, repeat))
  const timing = async (): Promise<number> => {
    await delay(WARM_UP_MS)
    const before = accepted
    const startedAt = performance.now()
    await delay(MEASURED_MS)
    return ((accepted - before) * 1000) / (performance.now() - startedAt)
  }
  try {
    return await Promise.race([timing(), calling.then(endedEarly)])
  } finally {
    isOver = true
    await calling
  }
}

export async function untilAccepted(call: () => Promise<unknown>): Promise<void> {
  while (!(await isAccepted(call))) await delay(Math.random() * PAUSE_MS)
}

async function isAccepted(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return true
  } catch (error) {
    if (error instanceof CallError && error.code === 'OTSNotEnoughCapacityUnit') return false
    throw error
  }
}

function endedEarly(): never {
  throw new Error('the callers ended before the time was over')
}

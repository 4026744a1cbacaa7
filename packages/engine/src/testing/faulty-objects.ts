import type { ObjectStore, ObjectUpload } from '@rowhouse/platform'
import type { SeededRandom } from '@rowhouse/platform/testing'

/** An object store with faults that the test controls. */
export interface FaultyObjects extends ObjectStore {
  /** The probability that a call fails, before or after it has an effect. */
  setFailing(probability: number): void
  /** From now on calls wait for `goOn`, like those of a slow store. */
  hold(): void
  goOn(): void
  /** Writes of objects with such names wait until the process is killed. */
  holdWrites(isHeld: (name: string) => boolean): void
  /** The process that uses the store is killed: its calls never complete. */
  kill(): void
  /** The same in the middle of a later call, before or after it has an effect. Resolves then. */
  killAfter(calls: number): Promise<void>
}

export class ObjectFaultError extends Error {
  constructor() {
    super('the simulated object store has failed')
    this.name = 'ObjectFaultError'
  }
}

export function faultyObjects(objects: ObjectStore, random: SeededRandom): FaultyObjects {
  let failing = 0
  let isKilled = false
  let callsLeft = Number.POSITIVE_INFINITY
  let tellKilled = (): void => {}
  let held: Promise<void> | undefined
  let release = (): void => {}
  let isHeld: (name: string) => boolean = () => false
  const forever = new Promise<never>(() => {})
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    await held
    if (isKilled) return forever
    callsLeft -= 1
    if (callsLeft < 0) {
      if (random.chance(0.5)) await work()
      isKilled = true
      tellKilled()
      return forever
    }
    const fails = random.chance(failing)
    if (fails && random.chance(0.5)) throw new ObjectFaultError()
    const result = await work()
    if (isKilled) return forever
    if (fails) throw new ObjectFaultError()
    return result
  }
  const write = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    isHeld(name) ? forever : call(work)
  const wrapped = (upload: ObjectUpload): ObjectUpload => ({
    append: (part) => call(() => upload.append(part)),
    complete: () => call(() => upload.complete()),
    abort: () => call(() => upload.abort()),
  })
  return {
    put: (name, content) => write(name, () => objects.put(name, content)),
    get: (name, range) => call(() => objects.get(name, range)),
    list: (prefix) => call(() => objects.list(prefix)),
    delete: (name) => call(() => objects.delete(name)),
    tidy: () => call(() => objects.tidy()),
    upload: (name) => write(name, async () => wrapped(await objects.upload(name))),
    setFailing: (probability) => {
      failing = probability
    },
    hold: () => {
      held = new Promise((resolve) => {
        release = resolve
      })
    },
    goOn: () => {
      held = undefined
      release()
    },
    holdWrites: (isHeldNow) => {
      isHeld = isHeldNow
    },
    kill: () => {
      isKilled = true
    },
    killAfter: (calls) => {
      callsLeft = calls
      return new Promise((resolve) => {
        tellKilled = resolve
      })
    },
  }
}

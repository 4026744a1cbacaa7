import { Pause, type Random } from '@rowhouse/platform'
import { instanceId } from '../instances/instance.js'
import { serverLimits } from '../limits.js'
import type { Fault } from './fault.js'

interface AddedFault {
  readonly id: number
  readonly instance: string
  readonly fault: Fault
  /** Undefined stands for all operations. */
  readonly operations: ReadonlySet<string> | undefined
  hits: number
}

/** The faults that tests have added, and the requests that they delay. */
export class Faults {
  readonly #random: Random
  readonly #pauses = new Set<Pause>()
  #added: readonly AddedFault[] = []
  #nextId = 1

  constructor(random: Random) {
    this.#random = random
  }

  /** Undefined when there are too many. */
  add(instance: string, fault: Fault): number | undefined {
    if (this.#added.length >= serverLimits.FAULTS_MAX) return undefined
    const id = this.#nextId
    this.#nextId += 1
    const { operation } = fault
    const operations = operation === undefined ? undefined : new Set([operation].flat())
    this.#added = [
      ...this.#added,
      { id, instance: instanceId(instance), fault, operations, hits: 0 },
    ]
    return id
  }

  /** The number of requests that the fault has hit; undefined once it is removed. */
  hits(id: number): number | undefined {
    return this.#added.find((one) => one.id === id)?.hits
  }

  remove(id: number): void {
    this.#added = this.#added.filter((one) => one.id !== id)
  }

  removeOf(instance: string): void {
    this.#added = this.#added.filter((one) => one.instance !== instanceId(instance))
  }

  /** Removes all faults, and ends all delays at once. */
  close(): void {
    this.#added = []
    for (const pause of this.#pauses) pause.end()
  }

  /** The fault that hits this request, if any; counts the hit. */
  strike(instance: string, operation: string): Fault | undefined {
    if (this.#added.length === 0) return undefined
    const struck = this.#added.find((one) => this.#strikes(one, instanceId(instance), operation))
    if (struck === undefined) return undefined
    struck.hits += 1
    return struck.fault
  }

  async delay(milliseconds: number): Promise<void> {
    const pause = new Pause()
    this.#pauses.add(pause)
    await pause.wait(milliseconds)
    this.#pauses.delete(pause)
  }

  #strikes(
    { instance, operations, fault, hits }: AddedFault,
    ofCall: string,
    name: string,
  ): boolean {
    if (instance !== ofCall || operations?.has(name) === false) return false
    if (fault.times !== undefined && hits >= fault.times) return false
    return fault.rate === undefined || this.#random.bytes(4).readUInt32BE() / 2 ** 32 < fault.rate
  }
}

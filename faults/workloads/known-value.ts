/**
 * What a client knows about a value that it alone writes. After a call without an answer, more than one
 * value is possible.
 */
export class KnownValue<Value> {
  #settled: Value
  #underWay: Value[] = []
  #acknowledged = 0

  constructor(initial: Value) {
    this.#settled = initial
  }

  get settled(): Value {
    return this.#settled
  }

  get possible(): readonly Value[] {
    return [this.#settled, ...this.#underWay]
  }

  /** Makes one write. If it throws, both values are possible from then on. */
  async write(value: Value, call: () => Promise<void>): Promise<void> {
    this.#underWay.push(value)
    await call()
    this.#settled = value
    this.#underWay = []
    this.#acknowledged++
  }

  /** The same for a call whose answer may be that it was not carried out. */
  async tryWrite(value: Value, call: () => Promise<boolean>): Promise<void> {
    this.#underWay.push(value)
    const isDone = await call()
    this.#underWay = []
    if (!isDone) return
    this.#settled = value
    this.#acknowledged++
  }

  /** Takes the found value as the only possible one; returns how many acknowledged writes it confirms. */
  settle(found: Value): number {
    const confirmed = this.#acknowledged
    this.#settled = found
    this.#underWay = []
    this.#acknowledged = 0
    return confirmed
  }
}

/**
 * What a client knows of something that it alone writes: while a call has no answer, more than
 * one value is possible.
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

  /** One write; when it throws, both values are possible from then on. */
  async write(value: Value, call: () => Promise<void>): Promise<void> {
    this.#underWay.push(value)
    await call()
    this.#settled = value
    this.#underWay = []
    this.#acknowledged++
  }

  /** The same for a call that may answer that it was not carried out. */
  async tryWrite(value: Value, call: () => Promise<boolean>): Promise<void> {
    this.#underWay.push(value)
    const isDone = await call()
    this.#underWay = []
    if (!isDone) return
    this.#settled = value
    this.#acknowledged++
  }

  /** What was found goes for settled. Answers how many acknowledged writes that has confirmed. */
  settle(found: Value): number {
    const confirmed = this.#acknowledged
    this.#settled = found
    this.#underWay = []
    this.#acknowledged = 0
    return confirmed
  }
}

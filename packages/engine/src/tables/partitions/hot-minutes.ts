/** What a partition-key value had of the capacity units of a minute, by a sample. */
export interface HotUnits {
  /** Encoded, as latin1: a string keeps no larger buffer alive. */
  readonly key: string
  readonly units: number
}

export interface HotMinute {
  readonly minute: number
  /** The one with the most units first. */
  readonly values: readonly HotUnits[]
}

/** How much a partition keeps: so many values of each of so many minutes. */
export interface HotRoom {
  readonly minutes: number
  readonly values: number
}

/** The values with the most load in each minute that is over. */
export class HotMinutes {
  #all: readonly HotMinute[] = []

  /** The oldest first. */
  get all(): readonly HotMinute[] {
    return this.#all
  }

  get last(): number {
    return this.#all.at(-1)?.minute ?? -1
  }

  add({ minute, values }: HotMinute, room: HotRoom): void {
    const added = { minute, values: values.slice(0, room.values) }
    this.#all = [...this.#all, added].slice(-room.minutes)
  }

  forgetBefore(minute: number): void {
    if ((this.#all[0]?.minute ?? minute) >= minute) return
    this.#all = this.#all.filter((each) => each.minute >= minute)
  }

  /** Takes over the values of another partition that lie in this one. */
  inherit(from: HotMinutes, isHeld: (key: string) => boolean, room: HotRoom): void {
    const minutes = new Map(this.#all.map(({ minute, values }) => [minute, values]))
    for (const { minute, values } of from.all) {
      const held = values.filter(({ key }) => isHeld(key))
      const both = [...(minutes.get(minute) ?? []), ...held].sort((a, b) => b.units - a.units)
      minutes.set(minute, both.slice(0, room.values))
    }
    this.#all = [...minutes]
      .map(([minute, values]) => ({ minute, values }))
      .sort((a, b) => a.minute - b.minute)
      .slice(-room.minutes)
  }
}

import type { Derived, Make } from '../segment-reader.js'

export interface DerivedInMemory extends Derived {
  /** How often something was made. */
  readonly made: () => number
  /** How often who made it has looked at the clock. */
  readonly looks: () => number
}

/** Keeps what is made of a segment for ever. */
export function derivedInMemory(): DerivedInMemory {
  const kept = new Map<string, Uint8Array>()
  let [made, looks] = [0, 0]
  const renew = (name: string, make: Make): Uint8Array => {
    made += 1
    const bytes = make(() => (looks += 1))
    kept.set(name, bytes)
    return bytes
  }
  return {
    find: (name) => kept.get(name),
    get: (name, make) => kept.get(name) ?? renew(name, make),
    renew,
    made: () => made,
    looks: () => looks,
  }
}

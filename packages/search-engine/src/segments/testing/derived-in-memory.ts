import type { Derived, Make } from '../segment-reader.js'

export interface DerivedInMemory extends Derived {
  /** How many sections were made. */
  readonly made: () => number
  /** How often their makers have checked the time. */
  readonly looks: () => number
}

/** Keeps the derived sections of a segment for ever. */
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

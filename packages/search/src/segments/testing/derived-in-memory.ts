import type { Derived } from '../segment-reader.js'

/** Keeps what is made of a segment for ever, and tells how often something was made. */
export function derivedInMemory(): Derived & { readonly made: () => number } {
  const kept = new Map<string, Uint8Array>()
  let made = 0
  const renew = (name: string, make: () => Uint8Array): Uint8Array => {
    made += 1
    const bytes = make()
    kept.set(name, bytes)
    return bytes
  }
  return {
    find: (name) => kept.get(name),
    get: (name, make) => kept.get(name) ?? renew(name, make),
    renew,
    made: () => made,
  }
}

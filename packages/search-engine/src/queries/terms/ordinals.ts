import type { Span } from '../numbers/order-span.js'
import { hasBit, setBit, wordsFor } from '../walks/bits-walk.js'

/** Some terms of a dictionary: neighbours, or a list in ascending order. */
export type Ordinals =
  | { readonly kind: 'span'; readonly span: Span }
  | { readonly kind: 'list'; readonly list: Uint32Array }

/** Up to this many a set is cheaper than a bit for each term of the dictionary. */
const SET_MAX = 1024

export function ordinalsOf(found: readonly number[]): Ordinals {
  return { kind: 'list', list: Uint32Array.from(new Set(found)).sort() }
}

export function countOrdinals(ordinals: Ordinals): number {
  if (ordinals.kind === 'list') return ordinals.list.length
  return Math.max(0, ordinals.span.to - ordinals.span.from)
}

export function eachOrdinal(ordinals: Ordinals, visit: (ordinal: number) => void): void {
  if (ordinals.kind === 'list') for (const ordinal of ordinals.list) visit(ordinal)
  else for (let at = ordinals.span.from; at < ordinals.span.to; at += 1) visit(at)
}

export function firstOrdinal(ordinals: Ordinals): number {
  return ordinals.kind === 'list' ? (ordinals.list[0] ?? -1) : ordinals.span.from
}

/** Tests whether an ordinal is among them; the set is built on first use. */
export function membership(ordinals: Ordinals, terms: number): (ordinal: number) => boolean {
  if (ordinals.kind === 'span') {
    const { from, to } = ordinals.span
    return (ordinal) => ordinal >= from && ordinal < to
  }
  const { list } = ordinals
  if (list.length <= SET_MAX) {
    const set = new Set(list)
    return (ordinal) => set.has(ordinal)
  }
  const bits = new Uint32Array(wordsFor(terms))
  for (const ordinal of list) setBit(bits, ordinal)
  return (ordinal) => hasBit(bits, ordinal)
}

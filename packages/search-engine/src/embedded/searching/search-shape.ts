import type { SearchQuery } from '@rowhouse/protocol'
import { searchEngineLimits } from '../../limits.js'

/**
 * A number that searches have in common which ask the same of an index with other values: kinds and fields
 * of all their parts, and how many rows they want, roughly.
 */
export function searchShape(index: number, search: SearchQuery): number {
  const shape = new Shape(index)
  const { offset, limit = 0, token, trackTotalCount } = search
  // Powers of two are enough.
  shape.add(Math.clz32(offset + limit))
  shape.add(Math.clz32(trackTotalCount))
  shape.add(token === undefined ? 0 : 1)
  for (const part of [search.query, search.filter, search.sort]) shape.addPart(part)
  shape.addPart(search.aggregations)
  shape.addPart(search.groupBys)
  return shape.hash
}

/** Values of these say what is done; those of others are what is searched for, or names. */
const TELLING = new Set(['kind', 'fieldName', 'path', 'order'])

/** FNV-1a over what is added. */
class Shape {
  hash = 0x811c9dc5
  #parts = 0

  constructor(seed: number) {
    this.add(seed)
  }

  add(number: number): void {
    this.hash = Math.imul(this.hash ^ number, 0x01000193) >>> 0
  }

  /** Everything below, but for what lies behind so many parts: one shape more or less does no harm. */
  addPart(part: unknown): void {
    if (typeof part !== 'object' || part === null || ArrayBuffer.isView(part)) return
    if (++this.#parts > searchEngineLimits.SEARCH_SHAPE_PARTS_MAX) return
    if (Array.isArray(part)) this.#addMembers(part)
    else {
      for (const [name, value] of Object.entries(part)) {
        if (typeof value === 'object') this.addPart(value)
        else if (typeof value === 'string' && TELLING.has(name)) this.#addText(value)
      }
    }
    // So that what follows is not taken for a part of it.
    this.add(0)
  }

  #addMembers(members: readonly unknown[]): void {
    for (const member of members) {
      // What is searched for may be a thousand values.
      if (typeof member !== 'object') return
      this.addPart(member)
    }
  }

  #addText(text: string): void {
    for (let at = 0; at < text.length; at++) this.add(text.charCodeAt(at))
  }
}

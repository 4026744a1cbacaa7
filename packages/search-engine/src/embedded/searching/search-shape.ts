import type { SearchQuery } from '@rowhouse/protocol'
import { searchEngineLimits } from '../../limits.js'

/**
 * A number shared by searches that differ only in their values: it covers kinds and fields of all
 * parts, and roughly the number of rows.
 */
export function searchShape(index: number, search: SearchQuery): number {
  const shape = new Shape(index)
  const { offset, limit = 0, token, trackTotalCount } = search
  // A power of two is precise enough.
  shape.add(Math.clz32(offset + limit))
  shape.add(Math.clz32(trackTotalCount))
  shape.add(token === undefined ? 0 : 1)
  for (const part of [search.query, search.filter, search.sort]) shape.addPart(part)
  shape.addPart(search.aggregations)
  shape.addPart(search.groupBys)
  return shape.hash
}

/** The values of these members are part of the shape; those of others are values or names. */
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

  /** Adds everything below, up to a number of parts. A collision beyond that does no harm. */
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
    // Marks the end, so that what follows is not taken for a part of it.
    this.add(0)
  }

  #addMembers(members: readonly unknown[]): void {
    for (const member of members) {
      // A list of values can have a thousand members.
      if (typeof member !== 'object') return
      this.addPart(member)
    }
  }

  #addText(text: string): void {
    for (let at = 0; at < text.length; at++) this.add(text.charCodeAt(at))
  }
}

import { compareWhole } from '../format/compare-bytes.js'

/** An ascending walk over byte strings. */
export interface SortedCursor {
  /** False at the end. */
  next(): boolean
  /** The current string; a view that the next step may overwrite. */
  readonly bytes: Uint8Array
}

/** Walks several cursors in the order of their strings; ties in the order of the cursors. */
export const mergeSorted = <T extends SortedCursor>(
  cursors: readonly T[],
  visit: (cursor: T, input: number) => void,
): void => {
  const heap: Entry<T>[] = []
  cursors.forEach((cursor, input) => {
    if (cursor.next()) heap.push({ cursor, input })
  })
  for (let at = (heap.length >>> 1) - 1; at >= 0; at--) sink(heap, at)
  for (let top = heap[0]; top !== undefined; top = heap[0]) {
    visit(top.cursor, top.input)
    if (!top.cursor.next()) {
      const last = heap.pop()
      if (last === undefined || heap.length === 0) return
      heap[0] = last
    }
    sink(heap, 0)
  }
}

interface Entry<T> {
  readonly cursor: T
  readonly input: number
}

const isBefore = <T extends SortedCursor>(a: Entry<T>, b: Entry<T>): boolean => {
  const order = compareWhole(a.cursor.bytes, b.cursor.bytes)
  return order === 0 ? a.input < b.input : order < 0
}

const sink = <T extends SortedCursor>(heap: Entry<T>[], from: number): void => {
  const entry = heap[from]
  if (entry === undefined) return
  let at = from
  for (;;) {
    let below = at * 2 + 1
    let child = heap[below]
    if (child === undefined) break
    const right = heap[below + 1]
    if (right !== undefined && isBefore(right, child)) {
      child = right
      below++
    }
    if (!isBefore(child, entry)) break
    heap[at] = child
    at = below
  }
  heap[at] = entry
}

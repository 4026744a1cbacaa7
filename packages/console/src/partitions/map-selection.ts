import type { LoadMap } from './load-map.js'

/** A part of the map: lines and minutes by their place in it, both ends included. */
export interface Selection {
  readonly lines: readonly [first: number, last: number]
  readonly minutes: readonly [first: number, last: number]
}

export interface Cell {
  readonly line: number
  readonly minute: number
}

export const wholeMap = ({ lines, minutes }: LoadMap): Selection => ({
  lines: [0, Math.max(0, lines.length - 1)],
  minutes: [0, minutes.length - 1],
})

/** The part between two cells, in whichever order they were chosen. */
export const between = (a: Cell, b: Cell): Selection => ({
  lines: [Math.min(a.line, b.line), Math.max(a.line, b.line)],
  minutes: [Math.min(a.minute, b.minute), Math.max(a.minute, b.minute)],
})

const NAMES = { lines: 'ranges', from: 'from', until: 'until' } as const

/** The selection of an address: ids of partitions and times, which stay while the map moves on. */
export function readSelection(map: LoadMap, search: URLSearchParams): Selection | undefined {
  const ids = (search.get(NAMES.lines) ?? '').split('-').map(Number)
  const places = ids.map((id) => map.lines.findIndex(({ partition }) => partition.id === id))
  const [first = -1, last = first] = places
  const from = map.minutes.indexOf(Number(search.get(NAMES.from)))
  const until = map.minutes.indexOf(Number(search.get(NAMES.until)))
  if (first < 0 || last < first || until < 0) return undefined
  // The beginning may be more than an hour ago by now.
  return { lines: [first, last], minutes: [Math.min(Math.max(from, 0), until), until] }
}

/** Puts a selection into an address, or takes it out. */
export function writeSelection(
  map: LoadMap,
  selection: Selection | undefined,
  old: URLSearchParams,
): URLSearchParams {
  const search = new URLSearchParams(old)
  for (const name of Object.values(NAMES)) search.delete(name)
  if (selection === undefined) return search
  const ids = selection.lines.map((line) => map.lines[line]?.partition.id)
  const [from, until] = selection.minutes.map((minute) => map.minutes[minute])
  search.set(NAMES.lines, ids.join('-'))
  search.set(NAMES.from, String(from))
  search.set(NAMES.until, String(until))
  return search
}

/** A value with about how many units it had in the selected part. */
interface HotValue {
  readonly value: string
  readonly units: number
  readonly share: number
}

/** The units of a part of the map, and the values that had the most of them, by samples of its minutes. */
export function loadOf(
  map: LoadMap,
  { lines: [firstLine, lastLine], minutes: [firstMinute, lastMinute] }: Selection,
): { readonly units: number; readonly hottest: readonly HotValue[] } {
  let total = 0
  const values = new Map<string, number>()
  for (const { units, hottest } of map.lines.slice(firstLine, lastLine + 1)) {
    for (const each of units.slice(firstMinute, lastMinute + 1)) total += each
    for (const hot of hottest.slice(firstMinute, lastMinute + 1).flat()) {
      values.set(hot.value, (values.get(hot.value) ?? 0) + hot.units)
    }
  }
  return {
    units: total,
    hottest: [...values]
      .map(([value, units]) => ({ value, units, share: total === 0 ? 0 : units / total }))
      .filter(({ units }) => units > 0)
      .toSorted((a, b) => b.units - a.units),
  }
}

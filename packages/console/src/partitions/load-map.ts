import type { ListedPartition } from '@rowhouse/console-gate/shapes'

export const kinds = ['all', 'reads', 'writes'] as const
export type Kind = (typeof kinds)[number]

export const MINUTES = 60
const MINUTE_MS = 60_000

/** The load of one partition, minute by minute, the oldest first. */
interface LoadLine {
  readonly partition: ListedPartition
  readonly units: readonly number[]
  /** The values with the most of these units, minute by minute, by samples. */
  readonly hottest: readonly (readonly HotUnits[])[]
}

export interface HotUnits {
  readonly value: string
  readonly units: number
}

export interface LoadMap {
  /** The beginnings of the minutes, in milliseconds. */
  readonly minutes: readonly number[]
  readonly lines: readonly LoadLine[]
  readonly most: number
  readonly total: number
}

/** The load of the last hour; a minute without load is 0. */
export function loadMap(partitions: readonly ListedPartition[], kind: Kind, now: number): LoadMap {
  const last = Math.floor(now / MINUTE_MS) * MINUTE_MS
  const minutes = Array.from({ length: MINUTES }, (_, at) => last - (MINUTES - 1 - at) * MINUTE_MS)
  const lines = partitions.map((partition): LoadLine => {
    const loads = new Map(partition.minutes.map((load) => [Date.parse(load.minute), load]))
    const found = minutes.map((minute) => loads.get(minute))
    return {
      partition,
      units: found.map((load) => (load === undefined ? 0 : unitsOf(load, kind))),
      hottest: found.map((load, at) => {
        if (load === undefined) return []
        return hottestOf(load, kind, at >= MINUTES - 2 ? partition.hottest : [])
      }),
    }
  })
  const all = lines.flatMap(({ units }) => units)
  return {
    minutes,
    lines,
    most: all.reduce((most, units) => Math.max(most, units), 0),
    total: all.reduce((sum, units) => sum + units, 0),
  }
}

/** A minute that is hardly over has the values of the last minute instead. */
function hottestOf(
  load: ListedPartition['minutes'][number],
  kind: Kind,
  last: ListedPartition['hottest'],
): readonly HotUnits[] {
  const [units, all] = [unitsOf(load, kind), unitsOf(load, 'all')]
  if (load.hottest.length === 0) {
    return last.map(({ value, share }) => ({ value, units: share * units }))
  }
  return load.hottest.map((hot) => ({ value: hot.value, units: (hot.units * units) / all }))
}

const unitsOf = (
  { unitsRead, unitsWritten }: { readonly unitsRead: number; readonly unitsWritten: number },
  kind: Kind,
): number => {
  if (kind === 'all') return unitsRead + unitsWritten
  return kind === 'reads' ? unitsRead : unitsWritten
}

/** The units of all partitions together, minute by minute. */
export const unitsOfMinutes = ({ minutes, lines }: LoadMap): readonly number[] =>
  minutes.map((_, at) => lines.reduce((sum, { units }) => sum + (units[at] ?? 0), 0))

/** Shades of load; 0 is no load. */
export const SHADES = 9

/** The same step of shade stands for the same factor of load, and the least load can be seen. */
export function shadeOf(units: number, most: number): number {
  if (units <= 0 || most <= 0) return 0
  const part = Math.log1p(units) / Math.log1p(most)
  return Math.min(SHADES, Math.max(1, Math.ceil(part * SHADES - 1e-9)))
}

/** Above so many units a load has at least this shade. */
export const leastOfShade = (shade: number, most: number): number =>
  Math.expm1((Math.log1p(most) * (shade - 1)) / SHADES)

export function minuteTime(minute: number | undefined, language: string): string {
  if (minute === undefined) return ''
  return new Date(minute).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' })
}

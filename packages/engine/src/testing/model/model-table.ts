/**
 * A model of a table, as simple as possible: no bytes, no caches, no chunks, and no code shared with the
 * engine. Values are strings as in test files; 64-bit integers are bigint.
 */
export interface ModelOptions {
  readonly maxVersions: number
  /** Seconds; -1 keeps for ever. */
  readonly timeToLive: number
}

export interface ModelKey {
  readonly partition: string
  readonly row: bigint
}

export type ModelChange =
  | { readonly do: 'put'; readonly name: string; readonly value: string; readonly at?: bigint }
  | { readonly do: 'delete-all'; readonly name: string }
  | { readonly do: 'delete-one'; readonly name: string; readonly at: bigint }
  | { readonly do: 'increment'; readonly name: string; readonly by: bigint }

export type ModelExpectation = 'IGNORE' | 'EXPECT_EXIST' | 'EXPECT_NOT_EXIST'

export interface ModelRow {
  stamp: bigint
  /** Column → timestamp → value. */
  columns: Map<string, Map<bigint, string>>
}

export interface ModelCell {
  readonly name: string
  readonly at: bigint
  readonly value: string
}

export type ModelOutcome = 'ok' | 'condition' | 'invalid'

const INT64_MAX = 9223372036854775807n
const INT64_MIN = -9223372036854775808n

export class ModelTable {
  readonly options: ModelOptions
  #rows = new Map<string, { key: ModelKey; row: ModelRow }>()

  constructor(options: ModelOptions) {
    this.options = options
  }

  put(
    key: ModelKey,
    changes: readonly ModelChange[],
    expect: ModelExpectation,
    now: number,
  ): ModelOutcome {
    if (this.#writesExpired(changes, now)) return 'invalid'
    const row = this.#live(key, now)
    if (!holds(expect, row !== undefined)) return 'condition'
    const stamp = nextStamp(expect === 'IGNORE' ? undefined : row, now)
    const fresh: ModelRow = { stamp, columns: new Map() }
    for (const change of changes) apply(fresh, change, stamp)
    this.#store(key, trim(fresh, this.options.maxVersions))
    return 'ok'
  }

  update(
    key: ModelKey,
    changes: readonly ModelChange[],
    expect: ModelExpectation,
    now: number,
  ): ModelOutcome {
    if (this.#writesExpired(changes, now)) return 'invalid'
    const row = this.#live(key, now)
    if (!holds(expect, row !== undefined)) return 'condition'
    const creates = changes.some((change) => change.do === 'put' || change.do === 'increment')
    if (row === undefined && !creates) return 'ok'
    const stamp = nextStamp(row, now)
    const next: ModelRow = { stamp, columns: copy(row?.columns ?? new Map()) }
    for (const change of changes) if (!apply(next, change, stamp)) return 'invalid'
    this.#store(key, trim(next, this.options.maxVersions))
    return 'ok'
  }

  delete(key: ModelKey, expect: ModelExpectation, now: number): ModelOutcome {
    if (!holds(expect, this.#live(key, now) !== undefined)) return 'condition'
    this.#rows.delete(nameOf(key))
    return 'ok'
  }

  /** The cells of a row, by name and then newest first; undefined when there is no such row. */
  get(key: ModelKey, now: number, maxVersions: number): ModelCell[] | undefined {
    const row = this.#live(key, now)
    return row === undefined ? undefined : cellsOf(row, maxVersions)
  }

  /** All rows in the order of their keys. */
  scan(now: number, maxVersions: number): { key: ModelKey; cells: ModelCell[] }[] {
    const found: { key: ModelKey; cells: ModelCell[] }[] = []
    for (const { key } of this.#rows.values()) {
      const cells = this.get(key, now, maxVersions)
      if (cells !== undefined) found.push({ key, cells })
    }
    return found.sort((a, b) => compareKeys(a.key, b.key))
  }

  /** A version that would have expired already may not be written. */
  #writesExpired(changes: readonly ModelChange[], now: number): boolean {
    if (this.options.timeToLive < 0) return false
    const oldest = BigInt(Math.floor(now / 1000) - this.options.timeToLive)
    return changes.some(
      (change) => change.do === 'put' && change.at !== undefined && change.at / 1000n < oldest,
    )
  }

  #stored(key: ModelKey): ModelRow | undefined {
    return this.#rows.get(nameOf(key))?.row
  }

  #store(key: ModelKey, row: ModelRow): void {
    this.#rows.set(nameOf(key), { key, row })
  }

  #live(key: ModelKey, now: number): ModelRow | undefined {
    const row = this.#stored(key)
    if (row === undefined || this.options.timeToLive < 0) return row
    const oldest = BigInt(Math.floor(now / 1000) - this.options.timeToLive)
    const isLive = (at: bigint): boolean => at / 1000n >= oldest
    if (row.columns.size === 0) return isLive(row.stamp) ? row : undefined
    const columns = copy(row.columns)
    for (const [name, versions] of columns) {
      for (const at of versions.keys()) if (!isLive(at)) versions.delete(at)
      if (versions.size === 0) columns.delete(name)
    }
    return columns.size === 0 ? undefined : { stamp: row.stamp, columns }
  }
}

export const compareKeys = (a: ModelKey, b: ModelKey): number => {
  const order = Buffer.from(a.partition).compare(Buffer.from(b.partition))
  if (order !== 0) return order
  if (a.row === b.row) return 0
  return a.row < b.row ? -1 : 1
}

const nameOf = (key: ModelKey): string => JSON.stringify([key.partition, String(key.row)])

const holds = (expect: ModelExpectation, exists: boolean): boolean =>
  expect === 'IGNORE' || (expect === 'EXPECT_EXIST') === exists

const nextStamp = (row: ModelRow | undefined, now: number): bigint =>
  row === undefined || row.stamp < BigInt(now) ? BigInt(now) : row.stamp + 1n

const copy = (columns: ReadonlyMap<string, Map<bigint, string>>): ModelRow['columns'] =>
  new Map([...columns].map(([name, versions]) => [name, new Map(versions)]))

/** Returns false when the change is not possible. */
const apply = (row: ModelRow, change: ModelChange, stamp: bigint): boolean => {
  const versions = row.columns.get(change.name) ?? new Map<bigint, string>()
  row.columns.set(change.name, versions)
  switch (change.do) {
    case 'put':
      versions.set(change.at ?? stamp, change.value)
      break
    case 'delete-all':
      versions.clear()
      break
    case 'delete-one':
      versions.delete(change.at)
      break
    case 'increment':
      if (!increment(versions, change.by, stamp)) return false
  }
  if (versions.size === 0) row.columns.delete(change.name)
  return true
}

const increment = (versions: Map<bigint, string>, by: bigint, stamp: bigint): boolean => {
  const latest = newestFirst(versions)[0]
  const value = latest === undefined ? '0' : (versions.get(latest) ?? '0')
  if (!/^-?\d+$/.test(value)) return false
  const sum = BigInt(value) + by
  if (sum > INT64_MAX || sum < INT64_MIN) return false
  versions.set(latest !== undefined && latest >= stamp ? latest + 1n : stamp, String(sum))
  return true
}

const newestFirst = (versions: ReadonlyMap<bigint, string>): bigint[] =>
  [...versions.keys()].sort((a, b) => (a > b ? -1 : 1))

const trim = (row: ModelRow, maxVersions: number): ModelRow => {
  for (const versions of row.columns.values())
    for (const at of newestFirst(versions).slice(maxVersions)) versions.delete(at)
  return row
}

const cellsOf = (row: ModelRow, maxVersions: number): ModelCell[] =>
  [...row.columns.keys()]
    .sort((a, b) => Buffer.from(a).compare(Buffer.from(b)))
    .flatMap((name) => {
      const versions = row.columns.get(name) ?? new Map<bigint, string>()
      return newestFirst(versions)
        .slice(0, maxVersions)
        .map((at) => ({ name, at, value: versions.get(at) ?? '' }))
    })

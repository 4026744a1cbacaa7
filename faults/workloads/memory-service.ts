import type { BatchedWrite, Columns, FoundRow, RowKey, Service } from './service.js'

/** The simplest possible table service, to test the checks of the workloads. */
export class MemoryService implements Service {
  /** Whether transactions time out before they end. */
  timesOut = false
  readonly #tables = new Map<string, Map<string, FoundRow>>()
  readonly #generated = new Map<string, number>()
  readonly #open = new Map<string, BatchedWrite[]>()
  readonly #spoiltIndexes = new Set<string>()
  #begun = 0
  #failing: 'carried out' | 'not carried out' | undefined

  /** From now on writes have no answer. */
  failWith(failing: 'carried out' | 'not carried out' | undefined): void {
    this.#failing = failing
  }

  /** Removes all rows. */
  clear(): void {
    for (const rows of this.#tables.values()) rows.clear()
  }

  forgetGenerated(): void {
    this.#generated.clear()
  }

  createTable(name: string): Promise<void> {
    return this.#write(() => {
      this.#tables.set(name, new Map())
    })
  }

  deleteTable(name: string): Promise<void> {
    return this.#write(() => {
      this.#tables.delete(name)
    })
  }

  async listTables(): Promise<readonly string[]> {
    return [...this.#tables.keys()]
  }

  put(table: string, key: RowKey, columns: Columns): Promise<void> {
    return this.#write(() => {
      this.#rows(table).set(nameOf(key), { key, columns })
    })
  }

  putGenerated(table: string, partition: string, columns: Columns): Promise<number> {
    return this.#write(() => {
      const row = (this.#generated.get(partition) ?? 0) + 1
      this.#generated.set(partition, row)
      const key = { partition, row }
      this.#rows(table).set(nameOf(key), { key, columns })
      return row
    })
  }

  putIf(
    table: string,
    key: RowKey,
    [name, value]: readonly [string, string | number],
    columns: Columns,
  ): Promise<boolean> {
    return this.#write(() => {
      const row = this.#rows(table).get(nameOf(key))
      if (row?.columns[name] !== value) return false
      this.#rows(table).set(nameOf(key), { key, columns: { ...row.columns, ...columns } })
      return true
    })
  }

  increment(table: string, key: RowKey, name: string): Promise<number> {
    return this.#write(() => {
      const before = this.#rows(table).get(nameOf(key))?.columns ?? {}
      const after = Number(before[name] ?? 0) + 1
      this.#rows(table).set(nameOf(key), { key, columns: { ...before, [name]: after } })
      return after
    })
  }

  delete(table: string, key: RowKey): Promise<void> {
    return this.#write(() => {
      this.#rows(table).delete(nameOf(key))
    })
  }

  batch(writes: readonly BatchedWrite[]): Promise<void> {
    return this.#write(() => {
      for (const { table, key, columns } of writes)
        if (columns === undefined) this.#rows(table).delete(nameOf(key))
        else this.#rows(table).set(nameOf(key), { key, columns })
    })
  }

  async get(table: string, key: RowKey): Promise<Columns | undefined> {
    this.#assertAnswers()
    return this.#rows(table).get(nameOf(key))?.columns
  }

  async begin(): Promise<string> {
    this.#assertAnswers()
    const transaction = String(++this.#begun)
    this.#open.set(transaction, [])
    return transaction
  }

  writeIn(transaction: string, write: BatchedWrite): Promise<boolean> {
    return this.#write(() => {
      this.#open.get(transaction)?.push(write)
      return this.#open.has(transaction)
    })
  }

  async end(transaction: string, how: 'commit' | 'abort'): Promise<boolean> {
    if (this.timesOut) this.#open.clear()
    const writes = this.#open.get(transaction)
    if (writes === undefined) return false
    if (how === 'commit') await this.batch(writes)
    return this.#open.delete(transaction)
  }

  async indexDifferences(table: string): Promise<readonly string[]> {
    return this.#spoiltIndexes.has(table) ? [`an index of ${table} has 1 missing`] : []
  }

  /** Makes the indexes of the table disagree with its rows. */
  spoilIndexes(table: string): void {
    this.#spoiltIndexes.add(table)
  }

  async scan(table: string): Promise<readonly FoundRow[]> {
    this.#assertAnswers()
    return [...this.#rows(table).values()]
  }

  #rows(table: string): Map<string, FoundRow> {
    const rows = this.#tables.get(table)
    if (rows === undefined) throw new Error(`no table ${table}`)
    return rows
  }

  async #write<Answer>(effect: () => Answer): Promise<Answer> {
    if (this.#failing === 'not carried out') this.#assertAnswers()
    const answer = effect()
    this.#assertAnswers()
    return answer
  }

  #assertAnswers(): void {
    if (this.#failing !== undefined) throw new Error('no answer')
  }
}

const nameOf = ({ partition, row }: RowKey): string => `${partition}/${row}`

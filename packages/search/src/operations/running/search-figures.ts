/** The outcomes of searches on one index. */
export interface IndexSearches {
  readonly table: number
  readonly index: number
  readonly outcomes: ReadonlyMap<string, number>
}

/** Counts of searches, for the metrics. Only existing indexes are counted. */
export class SearchFigures {
  readonly #searches = new Map<
    string,
    { table: number; index: number; outcomes: Map<string, number> }
  >()

  /** `outcome` is OK or the code of the error. */
  count(table: number, index: number, outcome: string): void {
    const name = `${table}/${index}`
    let searches = this.#searches.get(name)
    if (searches === undefined) {
      searches = { table, index, outcomes: new Map() }
      this.#searches.set(name, searches)
    }
    searches.outcomes.set(outcome, (searches.outcomes.get(outcome) ?? 0) + 1)
  }

  forget(table: number, index: number): void {
    this.#searches.delete(`${table}/${index}`)
  }

  all(): readonly IndexSearches[] {
    return [...this.#searches.values()]
  }
}

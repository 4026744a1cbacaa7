import type { Engine, SearchIndexDescription } from '@rowhouse/engine'
import type { IndexKeeper } from '../../keeping/index-keeper.js'
import { searchLimits } from '../../limits.js'
import { hiddenOf, isHidden } from './hidden-index.js'

/** Replaces indexes by those with added fields, as soon as these are built. */
export class FieldAdditions {
  readonly #engine: Engine
  readonly #running = new Set<number>()
  #isClosed = false

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Resumes replacements that were not finished, here or before the last stop. */
  resume(keeper: IndexKeeper): void {
    for (const { description } of this.#engine.catalog.all()) {
      const { id, instance, name } = description
      if (!description.searchIndexes.some(isHidden) || this.#running.has(id)) continue
      this.#running.add(id)
      void this.#finish(keeper, instance, name).finally(() => this.#running.delete(id))
    }
  }

  close(): void {
    this.#isClosed = true
  }

  /** Retries without end: a failure of an index is temporary, unless its table is deleted. */
  async #finish(keeper: IndexKeeper, instance: string, table: string): Promise<void> {
    while (!this.#isClosed) {
      const hidden = this.#hiddenOf(instance, table)
      if (hidden === undefined) return
      try {
        await this.#finishOne(keeper, instance, table, hidden)
      } catch {
        await pause()
      }
    }
  }

  #hiddenOf(instance: string, name: string): SearchIndexDescription | undefined {
    const table = this.#engine.catalog.find(instance, name)
    return table?.description.searchIndexes.find(isHidden)
  }

  async #finishOne(
    keeper: IndexKeeper,
    instance: string,
    name: string,
    hidden: SearchIndexDescription,
  ): Promise<void> {
    const { catalog } = this.#engine
    const table = catalog.find(instance, name)?.description.id
    if (table === undefined) return
    await keeper.caughtUp(table, hidden.number)
    let replaced: number | undefined
    await catalog.change(instance, name, (current) => {
      if (current?.description.id !== table) return current?.description
      const { description } = current
      const searchIndexes = description.searchIndexes.flatMap((index) => {
        if (index.number === hidden.number) return []
        const successor = hiddenOf(description, index)
        if (successor?.number !== hidden.number) return [index]
        replaced = index.number
        return [{ ...index, number: successor.number, schema: successor.schema }]
      })
      return { ...description, searchIndexes }
    })
    if (replaced !== undefined) await keeper.indexRemoved(table, replaced)
  }
}

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, searchLimits.SEARCH_RETRY_MS).unref()
  })

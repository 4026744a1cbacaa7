import { type Spent, spentStages } from '../shapes/answers.js'
import type { OnSpent } from './engine-calls.js'

type Stage = Spent['stage']

/** Adds up where the time of the calls of one answer went. */
export class SpentTime {
  readonly #spent = new Map<Stage, number>()

  readonly add: OnSpent = ({ queue, engine, fsync, encode }, search) => {
    const searching = Object.values(search).reduce((sum, milliseconds) => sum + milliseconds, 0)
    // Two indexes may be searched at the same time.
    const rest = Math.max(0, engine - searching)
    const stages = { ...search, queue, engine: rest, fsync, encode }
    for (const stage of spentStages) {
      if (stage === 'console') continue
      this.#spent.set(stage, (this.#spent.get(stage) ?? 0) + (stages[stage] ?? 0))
    }
  }

  /** The stages of an answer that took so long, its rest for the console's own work. */
  of(took: number): readonly Spent[] {
    const known = [...this.#spent.values()].reduce((sum, milliseconds) => sum + milliseconds, 0)
    this.#spent.set('console', Math.max(0, took - known))
    return spentStages
      .map((stage) => ({ stage, milliseconds: this.#spent.get(stage) ?? 0 }))
      .filter(({ milliseconds }) => milliseconds > 0)
  }
}

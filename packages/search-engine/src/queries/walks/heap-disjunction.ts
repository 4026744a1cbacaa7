import { NO_MORE, type Scorer } from '../doc-set.js'
import type { DisjunctionOptions } from './disjunction.js'

/** Keeps the clauses in a heap by their current document. */
export class HeapDisjunction implements Scorer {
  readonly cost: number
  document = -1
  private readonly heap: Scorer[]
  private readonly options: DisjunctionOptions

  constructor(clauses: readonly Scorer[], options: DisjunctionOptions) {
    this.cost = clauses.reduce((sum, { cost }) => sum + cost, 0)
    this.heap = [...clauses]
    this.options = options
  }

  next(): number {
    return this.advance(this.document + 1)
  }

  advance(target: number): number {
    const { heap, options } = this
    let goal = target
    for (;;) {
      options.tick()
      while (heap.length > 0 && documentOf(heap[0]) < goal) this.advanceTop(goal)
      const candidate = documentOf(heap[0])
      this.document = candidate
      if (candidate === NO_MORE || options.minimum <= 1) return candidate
      if (this.countAt(0, candidate) >= options.minimum) return candidate
      goal = candidate + 1
    }
  }

  score(): number {
    let sum = 0
    let best = 0
    for (const clause of this.heap) {
      if (clause.document !== this.document) continue
      const score = clause.score()
      sum += score
      best = Math.max(best, score)
    }
    return best + (sum - best) * this.options.tieBreaker
  }

  private advanceTop(goal: number): void {
    const { heap } = this
    const [top] = heap
    if (top === undefined || top.advance(goal) !== NO_MORE) return this.sink()
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    heap[0] = last
    this.sink()
  }

  private sink(): void {
    const { heap } = this
    const top = heap[0]
    if (top === undefined) return
    let index = 0
    for (;;) {
      let child = index * 2 + 1
      if (child >= heap.length) break
      if (documentOf(heap[child + 1]) < documentOf(heap[child])) child += 1
      const lower = heap[child]
      if (lower === undefined || lower.document >= top.document) break
      heap[index] = lower
      index = child
    }
    heap[index] = top
  }

  /** The number of clauses at the document, in the heap below a place. */
  private countAt(index: number, document: number): number {
    if (documentOf(this.heap[index]) !== document) return 0
    return 1 + this.countAt(index * 2 + 1, document) + this.countAt(index * 2 + 2, document)
  }
}

const documentOf = (clause: Scorer | undefined): number =>
  clause === undefined ? NO_MORE : clause.document

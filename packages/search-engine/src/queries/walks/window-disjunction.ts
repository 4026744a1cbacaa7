import { outOfRange } from '@rowhouse/platform'
import { NO_MORE, type Scorer } from '../doc-set.js'
import { lowestBit } from './bits-walk.js'
import type { DisjunctionOptions } from './disjunction.js'

/** A power of two. */
const WINDOW_DOCUMENTS = 4096
const WINDOW_WORDS = WINDOW_DOCUMENTS / 32

/** Collects the documents of all clauses window by window, one clause after the other. */
export class WindowDisjunction implements Scorer {
  readonly cost: number
  document = -1
  private readonly clauses: Scorer[]
  private readonly options: DisjunctionOptions
  private readonly bits = new Uint32Array(WINDOW_WORDS)
  private readonly sums: Float64Array
  private readonly bests: Float64Array
  private readonly counts: Uint16Array
  private start = 0
  private end = 0

  constructor(clauses: readonly Scorer[], options: DisjunctionOptions) {
    this.cost = clauses.reduce((sum, { cost }) => sum + cost, 0)
    this.clauses = [...clauses]
    this.options = options
    const scored = options.scores ? WINDOW_DOCUMENTS : 0
    this.sums = new Float64Array(scored)
    this.bests = new Float64Array(options.tieBreaker === 1 ? 0 : scored)
    this.counts = new Uint16Array(options.minimum > 1 ? WINDOW_DOCUMENTS : 0)
  }

  next(): number {
    return this.advance(this.document + 1)
  }

  advance(target: number): number {
    let goal = target
    for (;;) {
      if (goal >= this.end && !this.fill(goal)) {
        this.document = NO_MORE
        return NO_MORE
      }
      const found = this.within(Math.max(goal, this.start))
      if (found !== NO_MORE) {
        this.document = found
        return found
      }
      goal = this.end
    }
  }

  score(): number {
    const slot = this.document - this.start
    const sum = this.sums[slot] ?? 1
    if (this.bests.length === 0) return sum
    const best = this.bests[slot] ?? sum
    return best + (sum - best) * this.options.tieBreaker
  }

  /** The first document of the window at or after the target. */
  private within(target: number): number {
    const { bits, counts, start, options } = this
    let slot = target - start
    while (slot < WINDOW_DOCUMENTS) {
      const word = (bits[slot >>> 5] ?? outOfRange()) & (-1 << (slot & 31))
      if (word === 0) {
        slot = (slot | 31) + 1
        continue
      }
      slot = (slot & ~31) | lowestBit(word)
      if (options.minimum <= 1 || (counts[slot] ?? outOfRange()) >= options.minimum)
        return start + slot
      slot += 1
    }
    return NO_MORE
  }

  /** The window that begins at the first document at or after the target; false at the end. */
  private fill(target: number): boolean {
    let start = NO_MORE
    let kept = 0
    for (const clause of this.clauses) {
      if (clause.document < target) moveTo(clause, target)
      if (clause.document === NO_MORE) continue
      this.clauses[kept++] = clause
      start = Math.min(start, clause.document)
    }
    this.clauses.length = kept
    if (kept < Math.max(1, this.options.minimum)) return false
    this.start = start
    this.end = start + WINDOW_DOCUMENTS
    this.bits.fill(0)
    this.sums.fill(0)
    this.bests.fill(0)
    this.counts.fill(0)
    for (const clause of this.clauses) this.take(clause)
    this.options.tick()
    return true
  }

  private take(clause: Scorer): void {
    const { bits, sums, bests, counts, start, end } = this
    for (let document = clause.document; document < end; document = clause.next()) {
      const slot = document - start
      const index = slot >>> 5
      bits[index] = (bits[index] ?? outOfRange()) | (1 << (slot & 31))
      if (counts.length > 0) counts[slot] = (counts[slot] ?? outOfRange()) + 1
      if (sums.length === 0) continue
      const score = clause.score()
      sums[slot] = (sums[slot] ?? outOfRange()) + score
      if (bests.length > 0) bests[slot] = Math.max(bests[slot] ?? outOfRange(), score)
    }
  }
}

/** A clause that is only ever moved by `next` stays a leader. */
function moveTo(clause: Scorer, target: number): void {
  if (clause.document === target - 1) clause.next()
  else clause.advance(target)
}

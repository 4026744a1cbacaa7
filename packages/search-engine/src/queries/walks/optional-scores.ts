import type { Scorer } from '../doc-set.js'

/** A walk whose documents score more where they also match optional clauses. */
export class OptionalScores implements Scorer {
  readonly cost: number
  document = -1
  private readonly base: Scorer
  private readonly optional: readonly Scorer[]

  constructor(base: Scorer, optional: readonly Scorer[]) {
    this.cost = base.cost
    this.base = base
    this.optional = optional
  }

  next(): number {
    this.document = this.base.next()
    return this.document
  }

  advance(target: number): number {
    this.document = this.base.advance(target)
    return this.document
  }

  score(): number {
    let sum = this.base.score()
    for (const clause of this.optional) {
      if (clause.document < this.document) clause.advance(this.document)
      if (clause.document === this.document) sum += clause.score()
    }
    return sum
  }
}

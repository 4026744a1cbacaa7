import { outOfRange } from '@rowhouse/platform'
import { NO_MORE, type Scorer } from '../doc-set.js'

interface Scored {
  readonly document: number
  readonly score: number
}

/** Documents in ascending order, each with its own score. */
export class ScoredList implements Scorer {
  readonly cost: number
  document = -1
  private readonly list: readonly Scored[]
  private index = -1

  constructor(list: readonly Scored[]) {
    this.list = list
    this.cost = list.length
  }

  next(): number {
    this.index += 1
    this.document = this.list[this.index]?.document ?? NO_MORE
    return this.document
  }

  advance(target: number): number {
    let document = this.next()
    while (document < target) document = this.next()
    return document
  }

  score(): number {
    return (this.list[this.index] ?? outOfRange()).score
  }
}

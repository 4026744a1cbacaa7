import { bm25 } from '../../scoring/bm25.js'
import type { PostingsCursor } from '../../segments/field-reader.js'
import type { Scorer } from '../doc-set.js'

export interface TermScore {
  /** See bm25Weight. */
  readonly weight: number
  readonly averageLength: number
  readonly lengths: Uint32Array
}

/** The documents of one term of a text, scored by how often and in how long a text it stands. */
export class TermWalk implements Scorer {
  readonly cost: number
  document = -1
  private readonly cursor: PostingsCursor
  private readonly how: TermScore

  constructor(cursor: PostingsCursor, how: TermScore) {
    this.cursor = cursor
    this.cost = cursor.cost
    this.how = how
  }

  next(): number {
    this.document = this.cursor.next()
    return this.document
  }

  advance(target: number): number {
    this.document = this.cursor.advance(target)
    return this.document
  }

  score(): number {
    const { weight, averageLength, lengths } = this.how
    return bm25(weight, this.cursor.frequency(), lengths[this.document] ?? 0, averageLength)
  }
}

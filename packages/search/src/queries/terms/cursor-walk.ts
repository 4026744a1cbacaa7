import type { PostingsCursor } from '../../segments/field-reader.js'
import type { Scorer, Tester } from '../doc-set.js'

/** The documents of one term, all with the same score. */
export class CursorWalk implements Scorer {
  readonly cost: number
  readonly tester: Tester | undefined
  document = -1
  private readonly cursor: PostingsCursor
  private readonly constant: number

  constructor(cursor: PostingsCursor, constant: number, tester?: Tester) {
    this.cursor = cursor
    this.cost = cursor.cost
    this.constant = constant
    this.tester = tester
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
    return this.constant
  }
}

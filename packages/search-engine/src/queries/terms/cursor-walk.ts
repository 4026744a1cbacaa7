import type { PostingsCursor } from '../../segments/field-reader.js'
import type { Scorer, Tester } from '../doc-set.js'

/** The documents of one term, all with the same score. */
export class CursorWalk implements Scorer {
  readonly cost: number
  readonly tester: Tester | undefined
  document = -1
  private readonly open: () => PostingsCursor
  private cursor: PostingsCursor | undefined
  private readonly constant: number

  /** `open` is called by the first move: a clause that is only tested never reads its documents. */
  constructor(cost: number, open: () => PostingsCursor, constant: number, tester?: Tester) {
    this.open = open
    this.cost = cost
    this.constant = constant
    this.tester = tester
  }

  next(): number {
    this.cursor ??= this.open()
    this.document = this.cursor.next()
    return this.document
  }

  advance(target: number): number {
    this.cursor ??= this.open()
    this.document = this.cursor.advance(target)
    return this.document
  }

  readonly fillNext = (documents: Int32Array): number => {
    this.cursor ??= this.open()
    return this.cursor.fill(documents)
  }

  score(): number {
    return this.constant
  }
}

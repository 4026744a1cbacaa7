import { outOfRange } from '@rowhouse/platform'
import { bm25 } from '../../scoring/bm25.js'
import type { PostingsCursor, TextField, WordsInParts } from '../../segments/field-reader.js'
import type { Scorer } from '../doc-set.js'

export interface TermScore extends Lengths {
  /** See bm25Weight. */
  readonly weight: number
  readonly averageLength: number
}

/** Tokens per document. */
interface Lengths {
  readonly lengths: Uint32Array
  /** Used instead of `lengths` where those are not in memory. */
  readonly coldLengths: WordsInParts | undefined
}

const NO_LENGTHS = new Uint32Array(0)

export function lengthsOf(field: TextField): Lengths {
  const { coldLengths } = field
  return { lengths: coldLengths === undefined ? field.lengths : NO_LENGTHS, coldLengths }
}

export const lengthIn = ({ lengths, coldLengths }: Lengths, document: number): number =>
  (coldLengths === undefined ? lengths[document] : coldLengths.at(document)) ?? outOfRange()

/** The documents of one term of a text, scored by its frequency and the length of the text. */
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
    const { weight, averageLength } = this.how
    return bm25(weight, this.cursor.frequency(), lengthIn(this.how, this.document), averageLength)
  }
}

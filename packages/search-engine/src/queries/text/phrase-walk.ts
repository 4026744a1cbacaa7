import { outOfRange } from '@rowhouse/platform'
import { bm25 } from '../../scoring/bm25.js'
import type { PostingsCursor } from '../../segments/field-reader.js'
import { type DocSet, NO_MORE, type Scorer, type TwoPhase } from '../doc-set.js'
import { CommonDocuments } from '../walks/common-documents.js'
import type { Tick } from '../walks/ticker.js'
import {
  exactFrequency,
  type PhraseSlot,
  type Positions,
  sloppyFrequency,
} from './phrase-frequency.js'
import { lengthIn, type TermScore } from './term-walk.js'

export interface PhraseParts {
  /** One per distinct term of the phrase. */
  readonly cursors: readonly PostingsCursor[]
  readonly slots: readonly PhraseSlot[]
  readonly slop: number
  /** Undefined where scores are not needed. */
  readonly how: TermScore | undefined
  readonly tick: Tick
}

const POSITIONS_MIN = 16

/** The documents with all terms of a phrase, confirmed by their positions. */
export class PhraseWalk implements Scorer {
  readonly cost: number
  readonly twoPhase: TwoPhase
  private readonly candidates: DocSet
  private readonly parts: PhraseParts
  private readonly slots: readonly PhraseSlot[]
  private readonly lists: readonly Positions[]
  private readonly places: Uint32Array
  private frequency = 0

  constructor(parts: PhraseParts) {
    const { cursors, slots, tick } = parts
    this.candidates = new CommonDocuments(cursors, tick)
    this.cost = this.candidates.cost
    this.parts = parts
    this.slots = [...slots].sort(
      (a, b) => (cursors[a.list] ?? outOfRange()).cost - (cursors[b.list] ?? outOfRange()).cost,
    )
    this.lists = cursors.map(() => ({ values: new Uint32Array(POSITIONS_MIN), count: 0 }))
    this.places = new Uint32Array(slots.length)
    this.twoPhase = { candidates: this.candidates, matches: () => this.matches() }
  }

  get document(): number {
    return this.candidates.document
  }

  next(): number {
    return this.settle(this.candidates.next())
  }

  advance(target: number): number {
    return this.settle(this.candidates.advance(target))
  }

  score(): number {
    const { how } = this.parts
    if (how === undefined) return 1
    return bm25(how.weight, this.frequency, lengthIn(how, this.document), how.averageLength)
  }

  private settle(first: number): number {
    let candidate = first
    while (candidate !== NO_MORE && !this.matches()) {
      this.parts.tick()
      candidate = this.candidates.next()
    }
    return candidate
  }

  private matches(): boolean {
    const { cursors, slop } = this.parts
    for (let index = 0; index < cursors.length; index += 1) {
      const list = this.lists[index] ?? outOfRange()
      list.count = (cursors[index] ?? outOfRange()).positions(list)
    }
    this.frequency =
      slop === 0
        ? exactFrequency(this.slots, this.lists, this.places)
        : sloppyFrequency(this.slots, this.lists, slop)
    return this.frequency > 0
  }
}

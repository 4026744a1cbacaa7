import { outOfRange } from '@rowhouse/platform'
import type { NestedScoreMode } from '@rowhouse/protocol'
import { type DocSet, NO_MORE, type Scorer, type Tester } from '../doc-set.js'
import { setBit } from '../walks/bits-walk.js'
import type { Tick } from '../walks/ticker.js'
import type { Descent } from './descent.js'

export interface NestedParts {
  readonly descent: Descent
  readonly children: Scorer
  readonly mode: NestedScoreMode
  readonly boost: number
  readonly tester: Tester | undefined
  readonly tick: Tick
}

/** An estimate of the children per parent, for the cost of testing them. */
const CHILDREN_GUESS = 4

/** Tests the children of a parent one by one. */
export function childrenTester(
  { firstChild }: Descent,
  tester: Tester | undefined,
): Tester | undefined {
  if (tester === undefined) return undefined
  return {
    cost: (tester.cost + 1) * CHILDREN_GUESS,
    test: (parent) => {
      const end = firstChild(parent + 1)
      for (let child = firstChild(parent); child < end; child += 1) {
        if (tester.test(child)) return true
      }
      return false
    },
  }
}

/** The children that are read together. */
const BATCH = 256

/** Sets the bits of the parents of all children of a walk that has not begun. */
export function addParents(
  { parent }: Descent,
  children: Scorer,
  bits: Uint32Array,
  tick: Tick,
): void {
  const { fillNext } = children
  if (fillNext === undefined) {
    for (let child = children.next(); child !== NO_MORE; child = children.next()) {
      tick()
      setBit(bits, parent(child))
    }
    return
  }
  const batch = new Int32Array(BATCH)
  for (let count = fillNext(batch); count > 0; count = fillNext(batch)) {
    tick()
    for (let at = 0; at < count; at++) setBit(bits, parent(batch[at] ?? outOfRange()))
  }
}

/**
 * Walks matching children and answers their parents. A parent's score is made of its children's; in
 * mode NONE it is 0, as in Lucene's block joins.
 */
export class NestedWalk implements Scorer {
  readonly cost: number
  readonly tester: Tester | undefined
  document = -1
  /** Where no scores are made. */
  readonly fillNext: DocSet['fillNext']
  private readonly parts: NestedParts
  private parentScore = 0

  constructor(parts: NestedParts) {
    this.parts = parts
    this.fillNext = parts.mode === 'NONE' ? parentsFilled(parts) : undefined
    this.cost = parts.children.cost
    this.tester = parts.tester
  }

  /** The children's walk is at the first child behind the current parent, or at the start. */
  next(): number {
    const { children } = this.parts
    return this.settle(children.document < 0 ? children.next() : children.document)
  }

  advance(target: number): number {
    const { children, descent } = this.parts
    const first = descent.firstChild(target)
    if (children.document >= first) return this.settle(children.document)
    return this.settle(children.advance(first))
  }

  score(): number {
    return this.parentScore
  }

  /** Moves to the parent of a child and consumes all its matching children. */
  private settle(child: number): number {
    const { descent, children, mode } = this.parts
    if (child === NO_MORE) {
      this.document = NO_MORE
      return NO_MORE
    }
    this.document = descent.parent(child)
    const end = descent.firstChild(this.document + 1)
    if (mode === 'NONE') {
      if (end > child) children.advance(end)
      this.parentScore = 0
    } else this.parentScore = this.combined(end) * this.parts.boost
    return this.document
  }

  private combined(end: number): number {
    const { children, mode, tick } = this.parts
    let count = 0
    let sum = 0
    let least = Number.POSITIVE_INFINITY
    let most = Number.NEGATIVE_INFINITY
    for (let child = children.document; child < end; child = children.next()) {
      const score = children.score()
      count += 1
      sum += score
      least = Math.min(least, score)
      most = Math.max(most, score)
      tick()
    }
    if (mode === 'MAX') return most
    if (mode === 'MIN') return least
    return mode === 'TOTAL' ? sum : sum / count
  }
}

/** The parents of children that are read in batches; each once, since they ascend with their children. */
function parentsFilled({ children, descent, tick }: NestedParts): DocSet['fillNext'] {
  const { fillNext } = children
  if (fillNext === undefined) return undefined
  const { parent } = descent
  let last = -1
  return (documents) => {
    for (let seen = fillNext(documents); seen > 0; seen = fillNext(documents)) {
      tick()
      let count = 0
      for (let at = 0; at < seen; at++) {
        const own = parent(documents[at] ?? outOfRange())
        if (own === last) continue
        last = own
        documents[count] = own
        count++
      }
      if (count > 0) return count
    }
    return 0
  }
}

import type { WordsInParts } from '../../segments/field-reader.js'
import type { ChildLevel, Level } from '../../segments/level.js'
import { lookAhead } from '../../segments/read/cold-array.js'
import { wordAt } from '../../segments/read/cold-lists.js'

/**
 * The path from a level to one below it, maybe several steps below: descendants stand in the order
 * of their ancestors.
 */
export interface Descent {
  readonly level: Level
  /** The ancestor of a document of the level below. */
  parent(child: number): number
  /**
   * Starts read-ahead for the ancestors and children that are needed next; absent where all is in
   * memory.
   */
  readonly ahead: ((children: readonly number[]) => void) | undefined
  /**
   * The first child at or after those of a parent; the number of children for a parent past the
   * last.
   */
  firstChild(parent: number): number
  /** Per parent and one more: its first child. Only of a single step, where it is in memory. */
  readonly starts?: Uint32Array | undefined
  /** By document of the level below: its parent. Likewise. */
  readonly parents?: Uint32Array | undefined
}

/** Undefined when the segment has no document on that level. */
export function descend(level: Level, chain: readonly string[]): Descent | undefined {
  const steps: ChildLevel[] = []
  let at = level
  for (const path of chain) {
    const step = at.child(path)
    if (step === undefined) return undefined
    steps.push(step)
    at = step.level
  }
  const [only, second] = steps
  if (only !== undefined && second === undefined) return oneStep(only)
  const upwards = [...steps].reverse()
  return {
    level: at,
    parent: (child) => {
      let document = child
      for (const { parents } of upwards) document = wordAt(parents, document)
      return document
    },
    ahead: aheadOf(upwards),
    firstChild: (parent) => {
      let document = parent
      for (const { starts } of steps) document = startOf(starts, document)
      return document
    },
  }
}

function oneStep(step: ChildLevel): Descent {
  const { level, parents, starts } = step
  return {
    level,
    ahead: aheadOf([step]),
    parent: (child) => wordAt(parents, child),
    firstChild: (parent) => startOf(starts, parent),
    starts: starts instanceof Uint32Array ? starts : undefined,
    parents: parents instanceof Uint32Array ? parents : undefined,
  }
}

function aheadOf(upwards: readonly ChildLevel[]): Descent['ahead'] {
  const isInMemory = ({ parents, starts }: ChildLevel): boolean =>
    parents instanceof Uint32Array && starts instanceof Uint32Array
  if (upwards.every(isInMemory)) return undefined
  return (children) => {
    let documents = children
    for (const { parents, starts } of upwards) {
      lookAhead(parents, documents)
      documents = documents.map((document) => wordAt(parents, document))
      lookAhead(starts, documents)
    }
  }
}

const startOf = (starts: WordsInParts, parent: number): number =>
  wordAt(starts, Math.min(parent, starts.length - 1))

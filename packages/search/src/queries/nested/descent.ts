import type { WordsInParts } from '../../segments/field-reader.js'
import type { ChildLevel, Level } from '../../segments/level.js'
import { wordAt } from '../../segments/read/cold-lists.js'

/** A level below another, maybe several steps below: children of children stand in the same order. */
export interface Descent {
  readonly level: Level
  /** The ancestor of a document of the level below. */
  parent(child: number): number
  /** The first child at or after those of a parent; of one behind the last parent, how many there are. */
  firstChild(parent: number): number
}

/** Undefined when the segment has no document that far below. */
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
    firstChild: (parent) => {
      let document = parent
      for (const { starts } of steps) document = startOf(starts, document)
      return document
    },
  }
}

function oneStep({ level, parents, starts }: ChildLevel): Descent {
  return {
    level,
    parent: (child) => wordAt(parents, child),
    firstChild: (parent) => startOf(starts, parent),
  }
}

const startOf = (starts: WordsInParts, parent: number): number =>
  wordAt(starts, Math.min(parent, starts.length - 1))

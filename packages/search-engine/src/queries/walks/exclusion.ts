import { NO_MORE, type Scorer, type Tester } from '../doc-set.js'
import type { Tick } from './ticker.js'

/** The documents of a walk that match none of the others, with its scores. */
export function exclusion(base: Scorer, excluded: readonly Scorer[], tick: Tick): Scorer {
  if (excluded.length === 0) return base
  const isTested = ({ cost, tester }: Scorer): boolean =>
    tester !== undefined && base.cost * tester.cost < cost
  return new Exclusion(
    base,
    excluded.filter((clause) => !isTested(clause)),
    excluded.flatMap((clause) =>
      isTested(clause) && clause.tester !== undefined ? [clause.tester] : [],
    ),
    butNot(base, excluded),
    tick,
  )
}

function butNot(base: Scorer, excluded: readonly Scorer[]): Tester | undefined {
  const { tester } = base
  const others = excluded.flatMap((clause) => (clause.tester === undefined ? [] : [clause.tester]))
  if (tester === undefined || others.length < excluded.length) return undefined
  return {
    cost: others.reduce((sum, { cost }) => sum + cost, tester.cost),
    test: (document) => {
      if (!tester.test(document)) return false
      for (const other of others) if (other.test(document)) return false
      return true
    },
  }
}

class Exclusion implements Scorer {
  readonly cost: number
  readonly tester: Tester | undefined
  document = -1
  private readonly base: Scorer
  private readonly walked: readonly Scorer[]
  private readonly tested: readonly Tester[]
  private readonly tick: Tick

  constructor(
    base: Scorer,
    walked: readonly Scorer[],
    tested: readonly Tester[],
    tester: Tester | undefined,
    tick: Tick,
  ) {
    this.cost = base.cost
    this.base = base
    this.walked = walked
    this.tested = tested
    this.tester = tester
    this.tick = tick
  }

  next(): number {
    return this.settle(this.base.next())
  }

  advance(target: number): number {
    return this.settle(this.base.advance(target))
  }

  score(): number {
    return this.base.score()
  }

  private settle(first: number): number {
    let candidate = first
    while (candidate !== NO_MORE && this.excludes(candidate)) {
      this.tick()
      candidate = this.base.next()
    }
    this.document = candidate
    return candidate
  }

  private excludes(candidate: number): boolean {
    for (const tester of this.tested) if (tester.test(candidate)) return true
    for (const clause of this.walked) {
      if (clause.document < candidate) clause.advance(candidate)
      if (clause.document === candidate) return true
    }
    return false
  }
}

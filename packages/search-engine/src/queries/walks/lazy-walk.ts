import { type Scorer, type Tester } from '../doc-set.js'

/** A leader is moved by `next` first, a follower by `advance`. */
export type FirstMove = 'next' | 'advance'

export interface LazyOptions {
  readonly cost: number
  readonly build: (move: FirstMove) => Scorer
  /** Only where all scores are the same. */
  readonly tester?: Tester | undefined
  readonly constant?: number | undefined
}

/** A walk that is created by its first move: a clause that is only tested never pays for one. */
export class LazyWalk implements Scorer {
  readonly cost: number
  readonly tester: Tester | undefined
  document = -1
  private readonly build: (move: FirstMove) => Scorer
  private readonly constant: number | undefined
  private walk: Scorer | undefined

  constructor(options: LazyOptions) {
    this.cost = options.cost
    this.tester = options.tester
    this.build = options.build
    this.constant = options.constant
  }

  next(): number {
    this.walk ??= this.build('next')
    this.document = this.walk.next()
    return this.document
  }

  advance(target: number): number {
    this.walk ??= this.build('advance')
    this.document = this.walk.advance(target)
    return this.document
  }

  score(): number {
    return this.constant ?? this.walk?.score() ?? 1
  }
}

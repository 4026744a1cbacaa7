import { NO_MORE, type Scorer, type Tester } from '../doc-set.js'

const everyDocument: Tester = { cost: 0, test: () => true }

/** Every document of a level. */
export class AllDocuments implements Scorer {
  readonly cost: number
  readonly tester: Tester = everyDocument
  document = -1
  private readonly constant: number

  constructor(documents: number, constant: number) {
    this.cost = documents
    this.constant = constant
  }

  next(): number {
    return this.advance(this.document + 1)
  }

  advance(target: number): number {
    this.document = target < this.cost ? target : NO_MORE
    return this.document
  }

  score(): number {
    return this.constant
  }
}

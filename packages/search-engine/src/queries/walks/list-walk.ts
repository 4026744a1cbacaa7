import { outOfRange } from '@rowhouse/platform'
import { NO_MORE, type Scorer } from '../doc-set.js'

/** The documents of an ascending list, which may contain repetitions. */
export class ListWalk implements Scorer {
  readonly cost: number
  document = -1
  private readonly documents: Uint32Array
  private readonly constant: number
  private index = -1

  constructor(documents: Uint32Array, constant: number) {
    this.documents = documents
    this.cost = documents.length
    this.constant = constant
  }

  next(): number {
    const { documents, document } = this
    let index = this.index + 1
    while (index < documents.length && documents[index] === document) index += 1
    this.index = index
    this.document = documents[index] ?? NO_MORE
    return this.document
  }

  /** Gallops: the target is often near. */
  advance(target: number): number {
    const { documents } = this
    let low = this.index + 1
    let step = 1
    while (low + step < documents.length && (documents[low + step] ?? outOfRange()) < target) {
      low += step
      step *= 2
    }
    let high = Math.min(low + step, documents.length)
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((documents[middle] ?? outOfRange()) < target) low = middle + 1
      else high = middle
    }
    this.index = low
    this.document = documents[low] ?? NO_MORE
    return this.document
  }

  score(): number {
    return this.constant
  }
}

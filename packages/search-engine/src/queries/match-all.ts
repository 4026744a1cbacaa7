import { bitSetOver, setAllBits } from '../bits/bit-set.js'
import type { Query } from './query.js'
import { AllDocuments } from './walks/all-documents.js'

/** Every document of the level, with the score 1. */
export function matchAllQuery(): Query {
  return {
    weight: () => ({
      scorer: (_, level) => new AllDocuments(level.documents, 1),
      count: (_, level) => level.documents,
      addTo: (_, level, bits) => addAll(level.documents, bits),
    }),
  }
}

export function addAll(documents: number, bits: Uint32Array): void {
  setAllBits(bitSetOver(bits, documents))
}

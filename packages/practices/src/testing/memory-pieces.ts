import type { FoundBlob, Piece, PieceStore } from '../blob/piece-store.js'
import type { PointerStore } from '../blob/pointer.js'

/** Fails every step after a number of them, like a killed process. */
export interface Crash {
  stepsLeft: number
}

export class Crashed extends Error {}

const step = (crash: Crash): void => {
  if (crash.stepsLeft === 0) throw new Crashed('killed')
  crash.stepsLeft -= 1
}

export function memoryPieces(crash: Crash = { stepsLeft: Infinity }): PieceStore & {
  readonly blobMap: ReadonlyMap<string, FoundBlob & { readonly pieces: Piece[] }>
} {
  const blobMap = new Map<string, FoundBlob & { readonly pieces: Piece[] }>()
  return {
    blobMap,
    put: async ({ owner, id }, piece, createdMs) => {
      step(crash)
      const blob = blobMap.get(id) ?? { owner, id, createdMs, pieces: [] }
      blobMap.set(id, blob)
      blob.pieces.push({ ...piece, data: Buffer.from(piece.data) })
    },
    async *read({ id }, from, to) {
      const pieces = blobMap.get(id)?.pieces.toSorted((a, b) => a.seq - b.seq) ?? []
      yield* pieces.filter(({ seq }) => seq >= from && seq < to)
    },
    remove: async ({ id }) => {
      // Removes piece by piece, because a removal can be interrupted as well.
      for (const pieces = blobMap.get(id)?.pieces; pieces !== undefined && pieces.length > 0; ) {
        step(crash)
        pieces.pop()
      }
      blobMap.delete(id)
    },
    async *blobs() {
      yield* blobMap.values()
    },
  }
}

export function memoryPointers(crash: Crash = { stepsLeft: Infinity }): PointerStore {
  const pointers = new Map<string, string>()
  return {
    read: async (owner) => pointers.get(owner),
    write: async (owner, pointer) => {
      step(crash)
      if (pointer === undefined) pointers.delete(owner)
      else pointers.set(owner, pointer)
    },
  }
}

import {
  ObjectMissingError,
  isObjectMissing,
  type ObjectRange,
  type ObjectStore,
} from '@rowhouse/platform'
import type { LogPiece } from '../log-piece.js'
import { type StoreManifest, decodeStoreManifest, readStoreManifest } from './store-manifest.js'

interface Moved {
  readonly name: string
  /** Where the piece begins in the merged one. */
  readonly offset: number
}

/** A running server merges a piece of the log again only after many rounds. */
const MOVES_MAX = 3

/**
 * The objects of a manifest while a server may still write to the store: pieces of the log that it has
 * merged since are read from the merged piece.
 */
export function followMovedPieces(objects: ObjectStore, manifest: StoreManifest): ObjectStore {
  const pieces = new Map(piecesOf(manifest).map((piece) => [piece.name, piece]))
  const piecesNow = async (): Promise<readonly LogPiece[]> => {
    const content = await readStoreManifest(objects)
    return content === undefined ? [] : piecesOf(decodeStoreManifest(content))
  }
  const getMoved = async (piece: LogPiece, range: ObjectRange): Promise<Buffer> => {
    const length = Math.max(0, Math.min(range.length, piece.bytes - range.offset))
    for (let move = 1; ; move++) {
      const moved = placeOf(piece, await piecesNow())
      if (moved === undefined) throw new ObjectMissingError(piece.name)
      try {
        return await objects.get(moved.name, { offset: moved.offset + range.offset, length })
      } catch (error) {
        if (!isObjectMissing(error) || move === MOVES_MAX) throw error
      }
    }
  }
  return {
    put: (name, content) => objects.put(name, content),
    upload: (name) => objects.upload(name),
    delete: (name) => objects.delete(name),
    tidy: () => objects.tidy(),
    async get(name, range) {
      try {
        return await objects.get(name, range)
      } catch (error) {
        const piece = pieces.get(name)
        if (!isObjectMissing(error) || piece === undefined) throw error
        return getMoved(piece, range ?? { offset: 0, length: piece.bytes })
      }
    },
    async list(prefix) {
      const found = await objects.list(prefix)
      const names = new Set(found.map(({ name }) => name))
      const isMissing = ({ name }: LogPiece): boolean => name.startsWith(prefix) && !names.has(name)
      const missing = [...pieces.values()].filter(isMissing)
      const now = missing.length > 0 ? await piecesNow() : []
      const moved = missing.filter((piece) => placeOf(piece, now) !== undefined)
      return [...found, ...moved.map(({ name, bytes }) => ({ name, bytes }))]
    },
  }
}

const piecesOf = ({ histories }: StoreManifest): readonly LogPiece[] =>
  histories.flatMap(({ log }) => log)

/** The id of a piece's history; positions of different histories cannot be compared. */
const historyOf = ({ name }: LogPiece): string => name.slice(0, name.indexOf('.'))

function placeOf(piece: LogPiece, pieces: readonly LogPiece[]): Moved | undefined {
  const found = pieces.find(
    (other) =>
      other.base === piece.base &&
      historyOf(other) === historyOf(piece) &&
      other.offset <= piece.offset &&
      other.offset + other.bytes >= piece.offset + piece.bytes,
  )
  return found && { name: found.name, offset: piece.offset - found.offset }
}

import { isObjectMissing, type ObjectStore } from '@rowhouse/platform'
import { z } from 'zod'
import { PracticeError } from '../practice-error.js'
import { md5Of } from './cut-pieces.js'
import type { BlobName, Piece, PieceStore } from './piece-store.js'

/** The header before the bytes of a piece: a line of JSON. */
const header = z.object({ owner: z.string(), createdMs: z.number(), md5: z.string() })

const NEWLINE = 10

/**
 * Pieces as objects of any `ObjectStore`, such as a folder by `objectsInFolder`. The names have a hash
 * of the owner, because not every text can be the name of an object.
 */
export function objectPieces(objects: ObjectStore): PieceStore {
  return {
    put: ({ owner, id }, { seq, data, md5 }, createdMs) => {
      const head = Buffer.from(`${JSON.stringify({ owner, createdMs, md5 })}\n`)
      return objects.put(nameOf({ owner, id }, seq), Buffer.concat([head, data]))
    },
    async *read(blob, from, to) {
      for (let seq = from; seq < to; seq++) {
        const piece = await readPiece(objects, nameOf(blob, seq), seq)
        if (piece === undefined) return
        yield piece
      }
    },
    remove: async (blob) => {
      for (const { name } of await objects.list(`${prefixOf(blob)}.`)) await objects.delete(name)
    },
    async *blobs() {
      let last: string | undefined
      for (const { name } of await objects.list(PREFIX)) {
        const [, value, id] = /^(blob\.[0-9a-f]{32}\.(.+))\.\d+$/.exec(name) ?? []
        if (id === undefined || value === last) continue
        last = value
        const bytes = await contentOf(objects, name)
        if (bytes === undefined) continue
        const { owner, createdMs } = headerOf(name, bytes).head
        yield { owner, id, createdMs }
      }
    },
  }
}

const PREFIX = 'blob.'

const prefixOf = ({ owner, id }: BlobName): string => `${PREFIX}${md5Of(Buffer.from(owner))}.${id}`

const nameOf = (blob: BlobName, seq: number): string => `${prefixOf(blob)}.${seq}`

async function readPiece(
  objects: ObjectStore,
  name: string,
  seq: number,
): Promise<Piece | undefined> {
  const bytes = await contentOf(objects, name)
  if (bytes === undefined) return undefined
  const { head, end } = headerOf(name, bytes)
  return { seq, data: bytes.subarray(end), md5: head.md5 }
}

function headerOf(name: string, bytes: Buffer) {
  const end = bytes.indexOf(NEWLINE) + 1
  const head = header.safeParse(parsed(bytes.toString('utf8', 0, end)))
  if (!head.success) throw new PracticeError(`the object ${name} is no piece of a value`)
  return { head: head.data, end }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function contentOf(objects: ObjectStore, name: string): Promise<Buffer | undefined> {
  try {
    return await objects.get(name)
  } catch (error) {
    if (isObjectMissing(error)) return undefined
    throw error
  }
}

import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '@rowhouse/platform'
import { md5Of } from './cut-pieces.js'
import type { BlobName, PieceStore } from './piece-store.js'

/**
 * Pieces as files: a folder for each owner, in it one for each value, in it one file for each piece with its
 * checksum in its name. The owner's name stands in a file, because not every name can be that of a folder.
 */
export function folderPieces(root: string): PieceStore {
  const ownerFolder = (owner: string): string => join(root, md5Of(Buffer.from(owner)))
  return {
    put: async ({ owner, id }, { seq, data, md5 }, createdMs) => {
      const own = ownerFolder(owner)
      const folder = join(own, `${createdMs}-${id}`)
      await mkdir(folder, { recursive: true })
      await writeWhole(join(own, OWNER), Buffer.from(owner))
      await writeWhole(join(folder, `${seq}-${md5}`), data)
      for (const path of [folder, own, root]) await syncFolder(path)
    },
    async *read(blob, from, to) {
      const folder = await folderOf(ownerFolder(blob.owner), blob)
      if (folder === undefined) return
      const pieces = (await namesIn(folder)).flatMap((name) => {
        const [, seq, md5] = /^(\d+)-([0-9a-f]{32})$/.exec(name) ?? []
        return seq === undefined || md5 === undefined ? [] : [{ seq: Number(seq), md5, name }]
      })
      const wanted = pieces.filter(({ seq }) => seq >= from && seq < to)
      for (const { seq, md5, name } of wanted.toSorted((a, b) => a.seq - b.seq)) {
        const data = await readIfThere(join(folder, name))
        if (data !== undefined) yield { seq, data, md5 }
      }
    },
    remove: async (blob) => {
      const folder = await folderOf(ownerFolder(blob.owner), blob)
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    },
    async *blobs() {
      for (const hash of await namesIn(root)) {
        const owner = await readIfThere(join(root, hash, OWNER))
        if (owner === undefined) continue
        for (const name of await namesIn(join(root, hash))) {
          const [, createdMs, id] = VALUE.exec(name) ?? []
          if (id !== undefined) yield { owner: owner.toString(), id, createdMs: Number(createdMs) }
        }
      }
    },
  }
}

const OWNER = 'owner'
const VALUE = /^(\d+)-(.+)$/

async function folderOf(own: string, { id }: BlobName): Promise<string | undefined> {
  const name = (await namesIn(own)).find((each) => VALUE.exec(each)?.[2] === id)
  return name === undefined ? undefined : join(own, name)
}

/** A file of that name is whole or not there. */
async function writeWhole(path: string, data: Uint8Array): Promise<void> {
  const own = `${path}.${randomUUID()}.new`
  const file = await open(own, 'w', 0o600)
  try {
    await file.writeFile(data)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(own, path)
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(absent([]))

const readIfThere = (path: string): Promise<Buffer | undefined> =>
  readFile(path).catch(absent(undefined))

const absent =
  <Value>(instead: Value) =>
  (error: unknown): Value => {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return instead
    throw error
  }

import { join } from 'node:path'
import type { FileHandle, Files } from '@rowhouse/platform'
import { FOOTER_BYTES, HEADER_BYTES, decodeFooter } from '../segments/format/segment-frame.js'
import { checkSection, readDirectory } from '../segments/read/read-directory.js'
import { IndexDamagedError } from './index-errors.js'
import { type CommittedSegment, MANIFEST_NAME, decodeIndexManifest } from './index-manifest.js'
import { decodeLiveBits } from './live-bits.js'

export interface FilesVerification {
  readonly indexes: number
  readonly segments: number
  readonly bytes: number
  readonly damages: readonly string[]
}

/**
 * Reads all files of all search indexes in a folder and verifies every checksum. It changes
 * nothing.
 */
export async function verifyIndexFiles(
  files: Files,
  directory: string,
): Promise<FilesVerification> {
  const damages: string[] = []
  let [indexes, segments, bytes] = [0, 0, 0]
  for (const name of await files.list(directory)) {
    const folder = join(directory, name)
    try {
      const committed = await readManifest(files, folder)
      if (committed === undefined) continue
      indexes++
      for (const segment of committed) {
        await verifySegment(files, folder, segment)
        segments++
        bytes += segment.bytes
      }
    } catch (error) {
      damages.push(error instanceof Error ? error.message : String(error))
    }
  }
  return { indexes, segments, bytes, damages }
}

/** Undefined in a folder that is no index or has no commit yet. */
async function readManifest(
  files: Files,
  folder: string,
): Promise<readonly CommittedSegment[] | undefined> {
  const path = join(folder, MANIFEST_NAME)
  if (!(await files.list(folder)).includes(MANIFEST_NAME)) return undefined
  const content = await readWith(files, path, async (file) => file.read(0, await file.size()))
  return decodeIndexManifest(content, path).segments
}

async function verifySegment(
  files: Files,
  folder: string,
  { id, bytes, documents, deletes }: CommittedSegment,
): Promise<void> {
  const path = join(folder, `${id}.segment`)
  await readWith(files, path, async (file) => {
    const size = await file.size()
    if (size !== bytes) throw new IndexDamagedError(path, `it has ${size} bytes, not ${bytes}`)
    const frame = await readFrame(file, size)
    const read = (offset: number, length: number): Buffer =>
      frame.find((part) => part.offset === offset)?.content.subarray(0, length) ?? NOTHING
    for (const entry of readDirectory(path, size, read).values()) {
      checkSection(path, entry, await file.read(entry.offset, entry.length))
    }
  })
  if (deletes === 0) return
  const deletesPath = join(folder, `${id}-${deletes}.deletes`)
  const content = await readWith(files, deletesPath, async (file) =>
    file.read(0, await file.size()),
  )
  if (decodeLiveBits(content, documents) === undefined) {
    throw new IndexDamagedError(deletesPath, 'the checksum of the deletes is wrong')
  }
}

const NOTHING = Buffer.alloc(0)

/** The parts of a segment's file that its directory is read from, in one go. */
async function readFrame(
  file: FileHandle,
  size: number,
): Promise<readonly { readonly offset: number; readonly content: Buffer }[]> {
  const header = { offset: 0, content: await file.read(0, HEADER_BYTES) }
  const footerAt = Math.max(0, size - FOOTER_BYTES)
  const footer = { offset: footerAt, content: await file.read(footerAt, FOOTER_BYTES) }
  const place = footer.content.length < FOOTER_BYTES ? undefined : decodeFooter(footer.content)
  if (place === undefined || place.offset + place.length > size) return [header, footer]
  const directory = await file.read(place.offset, place.length)
  return [header, footer, { offset: place.offset, content: directory }]
}

async function readWith<T>(
  files: Files,
  path: string,
  use: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await files.open(path, 'read')
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

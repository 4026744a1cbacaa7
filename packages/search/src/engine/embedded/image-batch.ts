import type { ImageColumn, RowImage } from '../search-engine.js'
import { ImagePacker } from './image-packer.js'
import { walkImages } from './walk-images.js'

/*
 * Images on their way to another thread, as one piece of memory: count and names first, then per image a
 * byte of flags, its key, when it expires, and its columns by number of their name.
 */

export function encodeImages(images: readonly RowImage[]): Uint8Array<ArrayBuffer> {
  return new ImagePacker().pack(images)
}

/** The images' keys and values are views of `bytes`. */
export function decodeImages(bytes: Uint8Array): RowImage[] {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const images: RowImage[] = []
  let names: readonly string[] = []
  let columns: ImageColumn[] = []
  walkImages(bytes, {
    names(all) {
      names = all
    },
    cell(name, from, to) {
      columns.push({ name: names[name] ?? '', value: source.subarray(from, to) })
    },
    row(from, to, expiresAt) {
      images.push({ key: source.subarray(from, to), columns, expiresAt })
      columns = []
    },
    gone(from, to, expiresAt) {
      images.push({ key: source.subarray(from, to), columns: undefined, expiresAt })
    },
  })
  return images
}

/** How many images there are in what `encodeImages` made. */
export function packedCount(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true)
}

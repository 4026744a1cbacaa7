import { outOfRange } from '@rowhouse/platform'
import type { ImageColumn, PackedImages, RowImage } from '../search-engine.js'
import { ImagePacker } from './image-packer.js'
import { walkImages } from './walk-images.js'

/*
 * Images on their way to another thread, in one piece of memory. It begins with the count of images and the
 * offset of the names. Each image has a byte of flags and its key, and one that is not deleted has its expiry
 * and its columns, each with the number of its name. The names are last, because they are known last.
 */

export function encodeImages(images: readonly RowImage[]): PackedImages {
  const packer = new ImagePacker()
  for (const { key, columns, expiresAt } of images) {
    if (columns === undefined) {
      packer.gone(key)
      continue
    }
    packer.begin(key)
    for (const { name, value } of columns) packer.cell(name, value, 0, value.length)
    packer.end(expiresAt)
  }
  return packer.take()
}

/** The images as they are, or as objects made from the packed form. Keys and values are views then. */
export function imagesOf(images: readonly RowImage[] | PackedImages): readonly RowImage[] {
  return images instanceof Uint8Array ? decodeImages(images) : images
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
      columns.push({ name: names[name] ?? outOfRange(), value: source.subarray(from, to) })
    },
    row(from, to, expiresAt) {
      images.push({ key: source.subarray(from, to), columns, expiresAt })
      columns = []
    },
    gone(from, to) {
      images.push({ key: source.subarray(from, to), columns: undefined, expiresAt: undefined })
    },
  })
  return images
}

/** The number of images in a packed batch. */
export function packedCount(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true)
}

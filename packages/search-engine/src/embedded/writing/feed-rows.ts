import type { RowSink } from '../../indexes/row-sink.js'
import type { IntakeColumn } from '../../segments/build/row-intake.js'
import type { RowImage } from '../../search-engine.js'
import { walkImages } from '../../images/walk-images.js'

/** Gives images as they are to what they become a part of. */
export function feedImages(images: readonly RowImage[], sink: RowSink): void {
  const { intake } = sink
  for (const { key, columns, expiresAt } of images) {
    if (columns === undefined) {
      sink.remove(key)
      continue
    }
    for (const { name, value } of columns) {
      intake.cell(intake.column(name), value, 0, value.length)
    }
    sink.endRow(key, 0, key.length, expiresAt)
  }
}

/** The same of images in one piece of memory, without making an object of any. */
export function feedPacked(packed: Uint8Array, sink: RowSink): void {
  const { intake } = sink
  let columns: readonly IntakeColumn[] = []
  walkImages(packed, {
    names(names) {
      columns = names.map((name) => intake.column(name))
    },
    cell(name, from, to) {
      const column = columns[name]
      if (column !== undefined) intake.cell(column, packed, from, to)
    },
    row: (keyFrom, keyTo, expiresAt) => sink.endRow(packed, keyFrom, keyTo, expiresAt),
    gone: (keyFrom, keyTo) => sink.remove(packed.subarray(keyFrom, keyTo)),
  })
}

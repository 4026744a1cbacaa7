import type { RowSink } from '../../indexes/row-sink.js'
import type { IntakeColumn } from '../../segments/build/row-intake.js'
import type { RowImage } from '../../search-engine.js'
import { walkImages } from '../../images/walk-images.js'

/** Feeds images to the part that is being built. */
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

/** Does the same for images in one buffer, without making an object of any. */
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

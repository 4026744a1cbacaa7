import type { CallOptions } from '@rowhouse/client'
import { PracticeError } from '../practice-error.js'
import type { Columns, SideLayout } from './side-layout.js'
import type { SideParts } from './side-parts.js'
import { pointerIn } from './side-pointer.js'
import type { SideSelection } from './side-selection.js'
import { bytesOf, unitsOf } from './unit-meter.js'

/** One row, as one write has left it. */
export async function readJoined(
  { layout, main: table, rows, reads }: SideParts,
  wanted: SideSelection,
  key: Columns,
  call: CallOptions = {},
): Promise<Columns | undefined> {
  let lost: string | undefined
  for (;;) {
    const main: Columns | undefined = await table.get(key, { ...call, ...wanted.main })
    reads.add(unitsOf(bytesOf(main ?? {})))
    if (main === undefined) return undefined
    const pointer = pointerIn(main)
    if (pointer === undefined || !wanted.hasSide) return wanted.join(main, {}, reads)
    const side = await rows.read(key, pointer, wanted.side, call)
    if (side !== undefined) return wanted.join(main, side, reads)
    // Another write has replaced the row meanwhile; the next look finds the new one.
    if (lost === pointer.id) throw missingSide(layout, key)
    lost = pointer.id
  }
}

export const missingSide = ({ main, side }: SideLayout, key: Columns): PracticeError =>
  new PracticeError(
    `a row of ${main.name} (${Object.values(key).map(String).join(', ')}) points to no row of ${side.name}`,
  )

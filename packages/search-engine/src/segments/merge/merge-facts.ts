import { outOfRange } from '@rowhouse/platform'
import { GrowableUint32 } from '../format/growable.js'
import { DROPPED } from '../write/document-map.js'
import type { SegmentFacts } from '../write/write-facts.js'
import type { MergeInput } from './merge-input.js'
import type { MergedRows } from './merge-rows.js'

export const mergeFacts = (
  inputs: readonly MergeInput[],
  { documents, inputs: inputOf, rows, origins }: MergedRows,
): SegmentFacts => {
  const fingerprints = new Uint32Array(documents * 2)
  const all = inputs.map(({ segment }) => segment.fingerprints)
  for (let row = 0; row < documents; row++) {
    const from = all[inputOf[row] ?? outOfRange()] ?? outOfRange()
    const old = rows[row] ?? outOfRange()
    fingerprints[row * 2] = from[old * 2] ?? outOfRange()
    fingerprints[row * 2 + 1] = from[old * 2 + 1] ?? outOfRange()
  }
  const found = new Map<string, GrowableUint32>()
  inputs.forEach(({ segment }, input) => {
    const { numbers } = origins[input] ?? outOfRange()
    for (const [field, misfits] of segment.misfits()) {
      const known = found.get(field)
      const merged = known ?? new GrowableUint32()
      if (known === undefined) found.set(field, merged)
      for (const row of misfits) {
        const number = numbers[row] ?? outOfRange()
        if (number !== DROPPED) merged.push(number)
      }
    }
  })
  const misfits = new Map([...found].map(([field, list]) => [field, list.view().slice().sort()]))
  return { fingerprints, misfits }
}

import { encodeRow, integerVariant, stringVariant } from '@rowhouse/protocol'
import { describe, expect, test } from 'vitest'
import { Choices } from '../random.js'
import { servedOperations } from '../check-body.js'
import { seedFor } from '../seeds/index.js'
import { cell } from '../seeds/values.js'
import { encodeLooseRow, parseLooseRow } from './loose-row.js'
import { encodeTree, parseTree } from './proto-tree.js'

const seeds = servedOperations.flatMap((operation) =>
  Array.from({ length: 50 }, (_, number) => seedFor(operation, new Choices(number))),
)

describe('a request that is parsed and encoded', () => {
  test('is unchanged', () => {
    for (const seed of seeds) expect(encodeTree(parseTree(seed) ?? []).equals(seed)).toBe(true)
  })

  test('has its rows and their nested messages parsed too', () => {
    const kinds = new Set(
      seeds.flatMap((seed) => (parseTree(seed) ?? []).map((field) => field.content.kind)),
    )
    expect(kinds).toEqual(new Set(['varint', 'bytes', 'message', 'row']))
  })
})

describe('a row that is parsed and encoded', () => {
  const row = {
    primaryKey: [cell('pk', integerVariant(7n))],
    cells: [cell('c', stringVariant('x'), undefined, 5n)],
    deleteMarker: true,
  }

  test('is unchanged', () => {
    const bytes = encodeRow(row)
    expect(encodeLooseRow(parseLooseRow(bytes) ?? expect.fail()).equals(bytes)).toBe(true)
  })

  test('has right checksums whatever is changed in it', () => {
    const loose = parseLooseRow(encodeRow(row)) ?? expect.fail()
    const part = loose.sections[1]?.cells[0]?.parts.find(({ tag }) => tag === 5) ?? expect.fail()
    part.bytes = stringVariant('y')
    const changed = { ...row, cells: [cell('c', stringVariant('y'), undefined, 5n)] }
    expect(encodeLooseRow(loose).equals(encodeRow(changed))).toBe(true)
  })
})

import { decodeRow, stringOf } from '@rowhouse/protocol'
import { expect, it } from 'vitest'
import { seededRandom, textSource } from './random.js'
import { keyOf, PUBLISHED_SHAPE } from './row-shape.js'
import { RowTemplates } from './row-templates.js'

it('writes rows that can be decoded, each with its own key and five columns', () => {
  const templates = new RowTemplates(PUBLISHED_SHAPE, textSource(seededRandom(1)))
  for (const counter of [0, 1, 1023, 1024, 19_999_999]) {
    const { primaryKey, cells } = decodeRow(templates.row(counter))
    expect(primaryKey.map(({ value }) => value && stringOf(value))).toEqual([keyOf(counter)])
    expect(cells.map(({ name, value }) => [name, value && stringOf(value).length])).toEqual(
      ['c0', 'c1', 'c2', 'c3', 'c4'].map((name) => [name, 100]),
    )
  }
})

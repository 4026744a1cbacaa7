import { field } from '../../search-shapes.js'
import type { Column } from '../../values.js'
import type { Fixture } from './fixture.js'

const items = (...children: readonly Readonly<Record<string, unknown>>[]): Column => [
  'items',
  JSON.stringify(children),
]

/** Carts with items, items with parts: a nested field within a nested field. */
export const carts: Fixture = {
  name: 'carts',
  fields: [
    field('owner', 'KEYWORD'),
    field('items', 'NESTED', {
      fieldSchemas: [
        field('name', 'KEYWORD'),
        field('price', 'LONG'),
        field('note', 'TEXT', { enableHighlighting: true }),
        field('tags', 'KEYWORD', { isAnArray: true }),
        field('parts', 'NESTED', {
          fieldSchemas: [field('kind', 'KEYWORD'), field('weight', 'LONG')],
        }),
      ],
    }),
  ],
  rows: {
    c1: [
      ['owner', 'ann'],
      items(
        { name: 'pen', price: 2, note: 'a blue pen' },
        { name: 'ink', price: 10, note: 'blue ink, dark blue', tags: ['wet', 'dark'] },
      ),
    ],
    c2: [['owner', 'bob'], items({ name: 'pen', price: 10, note: 'a red pen', tags: ['dry'] })],
    c3: [['owner', 'ann'], items()],
    c4: [['owner', 'cid']],
    c5: [
      ['owner', 'cid'],
      items({
        name: 'cup',
        price: 5,
        parts: [
          { kind: 'lid', weight: 3 },
          { kind: 'body', weight: 7 },
        ],
      }),
    ],
    c6: [
      ['owner', 'dan'],
      items(
        { name: 'a', price: 1 },
        { name: 'a', price: 2 },
        { name: 'a', price: 3 },
        { name: 'a', price: 4 },
        { name: 'a', price: 5, parts: [{ kind: 'lid', weight: 9 }] },
      ),
    ],
    c7: [
      ['owner', 'eve'],
      ['items', 'no array of objects'],
    ],
  },
}

import { expect, test } from 'vitest'
import { examplesIn } from './examples.mjs'

test('blocks with a file name are examples, others are not', () => {
  const page = [
    'Text',
    '```js a.test.mjs\nimport x from "x"\n\nx()\n```',
    '```sh\nls\n```',
    '    indented',
    '```jsonc tables.jsonc\n{}\n```\n',
  ].join('\n')
  expect(examplesIn(page)).toEqual([
    { name: 'a.test.mjs', text: 'import x from "x"\n\nx()\n' },
    { name: 'tables.jsonc', text: '{}\n' },
  ])
})

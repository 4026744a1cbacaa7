import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { boundOf } from '../formats/key.js'
import { namesOf } from '../formats/columns.js'
import { rowLine } from '../formats/row-line.js'
import { rangePages } from '../requests/range-pages.js'
import { type Command, columnsFlag, outputFlag, tableFlag, tableOf } from './command.js'

export const exportRows: Command = {
  name: 'export',
  summary: 'Write the rows of a table to a file, newest versions alone.',
  samples: ['export -o rows.json', 'export -o rows.json -c name,age'],
  flags: [
    tableFlag,
    { ...outputFlag, isNeeded: true },
    columnsFlag,
    { name: 'limit', short: 'l', kind: 'number', text: 'rows at most' },
  ],
  async run(session, given) {
    const table = tableOf(session, given)
    const schema = await session.keyOf(table)
    const file = createWriteStream(given.need('output'))
    await once(file, 'open')
    let count = 0
    try {
      for await (const rows of rangePages(session, {
        operation: 'GetRange',
        table,
        start: boundOf(undefined, schema, '--begin'),
        end: boundOf(undefined, schema, '--end'),
        isBackward: false,
        limit: given.integer('limit'),
        columns: namesOf(given.text('columns')),
        maxVersions: 1,
        time: undefined,
      })) {
        count += rows.length
        const isTaken = file.write(rows.map((row) => `${rowLine(row)}\n`).join(''))
        if (!isTaken) await once(file, 'drain')
      }
    } finally {
      file.end()
      await finished(file)
    }
    if (session.output === 'json') session.writeJson({ total: count })
    else session.write(`Export finished, total count is ${count}.\n`)
  },
}

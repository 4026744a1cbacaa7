import { writeFile } from 'node:fs/promises'
import { plainRows } from '@rowhouse/requests'
import { keyOf } from '../formats/key.js'
import { rowLine } from '../formats/row-line.js'
import { type Command, keyFlag, outputFlag, tableFlag, tableOf } from './command.js'
import { selectedOf, selectionFlags } from './selected.js'
import { showRows } from './show-rows.js'

export const get: Command = {
  name: 'get',
  summary: 'Get a row.',
  samples: [`get -k '["86",6771]'`, `get -k '["86",6771]' -c name,age -o row.json`],
  flags: [tableFlag, { ...keyFlag, isNeeded: true }, ...selectionFlags, outputFlag],
  async run(session, given) {
    const table = tableOf(session, given)
    const key = keyOf(given.need('pk'), await session.keyOf(table))
    const selected = selectedOf(given)
    const reply = await session.send({ operation: 'GetRow', table, key, ...selected })
    const rows = plainRows(reply.row)
    const output = given.text('output')
    if (output === undefined) showRows(session, rows, hasVersions(selected))
    else await writeFile(output, rows.map((row) => `${rowLine(row)}\n`).join(''))
  },
}

const hasVersions = ({ maxVersions, time }: ReturnType<typeof selectedOf>): boolean =>
  (maxVersions ?? 1) > 1 || time !== undefined

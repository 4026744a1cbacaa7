import type { RequestOf } from '@rowhouse/snippets'
import { UseError } from '../errors.js'
import { columnsOf, namesOf } from '../formats/columns.js'
import { type Command, tableOf } from './command.js'
import { conditionOf, inputRow, rowFlags } from './input-row.js'
import { showWritten } from './show-rows.js'

export const update: Command = {
  name: 'update',
  summary: 'Change columns of a row and leave the others.',
  samples: [
    `update -k '["86",6771]' -a '[{"c":"age","v":33,"isint":true}]' --condition exist`,
    `update -k '["86",6771]' --delete name --increment '[{"c":"visits","v":1}]'`,
  ],
  flags: [
    ...rowFlags,
    { name: 'delete', kind: 'text', text: 'columns that go, separated by commas' },
    { name: 'increment', kind: 'text', text: 'counters: c name, v what is added' },
  ],
  async run(session, given) {
    const table = tableOf(session, given)
    const { key, columns: put } = await inputRow(session, given, table)
    const increments = incrementsOf(given.text('increment'))
    const deleted = namesOf(given.text('delete'))
    if (put.length + increments.length + deleted.length === 0) {
      throw new UseError('nothing is to be changed: give --attr, --delete or --increment')
    }
    const row = { key, put, deleted, increments, condition: conditionOf(given) }
    const reply = await session.send({ operation: 'UpdateRow', table, ...row })
    showWritten(session, reply.row)
  },
}

function incrementsOf(text: string | undefined): RequestOf<'UpdateRow'>['increments'] {
  if (text === undefined) return []
  return columnsOf(text, '--increment').map(({ name, value }) => {
    const isWhole = typeof value === 'bigint' || Number.isSafeInteger(value)
    if (!isWhole) throw new UseError(`v of ${name} is no whole number`)
    return { name, by: BigInt(String(value)) }
  })
}

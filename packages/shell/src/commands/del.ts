import { keyOf } from '../formats/key.js'
import { type Command, keyFlag, tableFlag, tableOf } from './command.js'
import { conditionOf } from './input-row.js'

export const del: Command = {
  name: 'del',
  aliases: ['delete'],
  summary: 'Delete a row.',
  samples: [`del -k '["86",6771]'`],
  flags: [
    tableFlag,
    { ...keyFlag, isNeeded: true },
    { name: 'condition', kind: 'text', text: 'ignore (default), exist or not_exist' },
  ],
  async run(session, given) {
    const table = tableOf(session, given)
    const key = keyOf(given.need('pk'), await session.keyOf(table))
    const row = { key, condition: conditionOf(given) }
    await session.send({ operation: 'DeleteRow', table, ...row })
    session.done()
  },
}

import { type Command, tableOf } from './command.js'
import { conditionOf, inputRow, rowFlags } from './input-row.js'
import { showWritten } from './show-rows.js'

export const put: Command = {
  name: 'put',
  summary: 'Put a row in the place of the one that is there.',
  samples: [
    `put -k '["86",6771]' -a '[{"c":"name","v":"redchen"},{"c":"age","v":32,"isint":true}]'`,
    `put -k '["86",null]' -a '[{"c":"picture","v":"AAE=","t":"binary"}]' --condition ignore`,
    'put -i row.json',
  ],
  flags: rowFlags,
  async run(session, given) {
    const table = tableOf(session, given)
    const row = { ...(await inputRow(session, given, table)), condition: conditionOf(given) }
    const reply = await session.send({ operation: 'PutRow', table, ...row })
    showWritten(session, reply.row)
  },
}

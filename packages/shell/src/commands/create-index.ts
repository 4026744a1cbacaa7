import { UseError } from '../errors.js'
import { namesOf } from '../formats/columns.js'
import { type Command, tableFlag, tableOf, yesFlag } from './command.js'
import { confirm } from './confirm.js'

const nameFlag = {
  name: 'name',
  short: 'n',
  kind: 'text',
  text: 'the index',
  isNeeded: true,
} as const

export const createIndex: Command = {
  name: 'create_index',
  summary: 'Create a secondary index.',
  samples: ['create_index -n byname -k name -a age', 'create_index -n own -i local -k uid,name'],
  flags: [
    tableFlag,
    nameFlag,
    { name: 'index_type', short: 'i', kind: 'text', text: 'global (default) or local' },
    {
      name: 'pk',
      short: 'k',
      kind: 'text',
      text: 'columns of its key, separated by commas',
      isNeeded: true,
    },
    { name: 'attr', short: 'a', kind: 'text', text: 'further columns, separated by commas' },
    { name: 'without_base_data', short: 'b', kind: 'switch', text: 'leave out rows of before' },
  ],
  async run(session, given) {
    const table = tableOf(session, given)
    const [index, type] = [given.need('name'), (given.text('index_type') ?? 'global').toUpperCase()]
    if (type !== 'GLOBAL' && type !== 'LOCAL') throw new UseError(`no index type is ${type}`)
    const [key, columns] = [namesOf(given.need('pk')), namesOf(given.text('attr'))]
    const hasBaseData = !given.isOn('without_base_data')
    await session.send({
      operation: 'CreateIndex',
      table,
      index,
      type,
      key,
      columns,
      hasBaseData,
    })
    session.done()
  },
}

export const dropIndex: Command = {
  name: 'drop_index',
  summary: 'Drop a secondary index.',
  samples: ['drop_index -n byname'],
  flags: [tableFlag, nameFlag, yesFlag],
  async run(session, given) {
    const [table, index] = [tableOf(session, given), given.need('name')]
    await confirm(session, given, `Drop the index ${index} of ${table}?`)
    await session.send({ operation: 'DropIndex', table, index })
    session.forget(index)
    session.done()
  },
}

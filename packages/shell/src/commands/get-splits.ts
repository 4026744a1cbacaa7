import { operations } from '@rowhouse/client'
import { plainRows } from '@rowhouse/requests'
import { shownValue } from '../formats/row-line.js'
import { type Command, tableFlag, tableOf } from './command.js'

export const getSplits: Command = {
  name: 'get_splits',
  aliases: ['points'],
  summary: 'Cut a table into parts of about one size.',
  samples: ['get_splits', 'get_splits -t mytable --size 2'],
  flags: [
    tableFlag,
    { name: 'size', short: 's', kind: 'number', text: 'size of a part in 100 MB (default: 1)' },
  ],
  async run(session, given) {
    const { splitPoints } = await session.call(operations.computeSplitPointsBySize, {
      tableName: tableOf(session, given),
      splitSize: given.big('size') ?? 1n,
      splitSizeUnitInByte: undefined,
      splitPointLimit: undefined,
    })
    const points = splitPoints
      .flatMap(plainRows)
      .map(({ key }) => key.map(({ value }) => shownValue(value)))
    const ends = points.map((point) => point.join(', '))
    const rows = ['-inf', ...ends].map((begin, at) => [String(at + 1), begin, ends[at] ?? '+inf'])
    session.show(['Split', 'Begin', 'End'], rows, () => points)
  },
}

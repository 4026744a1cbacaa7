import { counted } from '@rowhouse/platform'
import { limits } from '@rowhouse/protocol'
import type { Key, KeyColumn, RequestOf } from '@rowhouse/snippets'
import { plainRows } from '@rowhouse/requests'
import { RowsError, UseError } from '../errors.js'
import { shellLimits } from '../limits.js'
import { inBatches, writeRows } from '../requests/write-rows.js'
import { type Command, type Flag, type Given, tableFlag, tableOf } from './command.js'

const flags: readonly Flag[] = [
  tableFlag,
  { name: 'part', short: 'p', kind: 'text', text: 'the partition key (default: redchen)' },
  { name: 'begin', short: 'b', kind: 'number', text: 'number of the first row (default: 0)' },
  { name: 'count', short: 'c', kind: 'number', text: 'rows', isNeeded: true },
]

export const pressInput: Command = {
  name: 'press_input',
  summary: 'Write rows of 1 KB, to try out what a table takes.',
  samples: ['press_input --part redchen --count 1000'],
  flags,
  async run(session, given) {
    const table = tableOf(session, given)
    const keys = keysOf(given, await session.keyOf(table))
    const reasons = new Set<string>()
    let [succeeded, failed] = [0, 0]
    for await (const rows of inBatches(rowsAt(keys))) {
      const written = await writeRows(session, table, rows)
      succeeded += written.succeeded
      failed += written.reasons.length
      for (const reason of written.reasons) reasons.add(reason)
    }
    if (session.output === 'json') session.writeJson({ succeeded, failed })
    else session.write(`Total succeed count ${succeeded}, failed count ${failed}.\n`)
    if (failed > 0) throw new RowsError([...reasons].join('; '))
  },
}

export const pressCheck: Command = {
  name: 'press_check',
  summary: 'Read again what press_input has written.',
  samples: ['press_check --part redchen --begin 0 --count 1000 -y'],
  flags: [
    ...flags,
    { name: 'yes', short: 'y', kind: 'switch', text: 'show the time that it took' },
  ],
  async run(session, given) {
    const table = tableOf(session, given)
    const keys = [...keysOf(given, await session.keyOf(table))]
    const began = performance.now()
    let found = 0
    for (let at = 0; at < keys.length; at += limits.BATCH_GET_ROWS_MAX) {
      const some = keys.slice(at, at + limits.BATCH_GET_ROWS_MAX)
      const selected = { columns: [], maxVersions: 1, time: undefined }
      const reply = await session.send({
        operation: 'BatchGetRow',
        table,
        keys: some,
        ...selected,
      })
      const rows = reply.tables.flatMap((answered) => answered.rows)
      found += rows.filter((row) => row.isOk && plainRows(row.row).length === 1).length
    }
    const missing = keys.length - found
    if (session.output === 'json') session.writeJson({ found, missing })
    else session.write(`Total succeed count ${found}, failed count ${missing}.\n`)
    if (given.isOn('yes')) session.write(`${Math.round(performance.now() - began)} ms\n`)
    if (missing > 0) throw new RowsError(`${counted(missing, 'row is', 'rows are')} missing`)
  },
}

function* keysOf(given: Given, schema: readonly KeyColumn[]): Generator<Key> {
  const [part, number] = schema
  const fits = part?.type === 'STRING' && number?.type === 'INTEGER' && !number.isAuto
  if (schema.length !== 2 || !fits) throw new UseError('the key must be a string and an integer')
  const value = given.text('part') ?? 'redchen'
  const [begin, count] = [given.integer('begin') ?? 0, given.integer('count') ?? 0]
  for (let at = begin; at < begin + count; at++) {
    yield [
      { name: part.name, value },
      { name: number.name, value: BigInt(at) },
    ]
  }
}

async function* rowsAt(keys: Iterable<Key>) {
  const columns = [{ name: 'attr', value: 'x'.repeat(shellLimits.PRESS_ROW_BYTES) }]
  for (const key of keys) {
    const change: RequestOf<'BatchWriteRow'>['rows'][number] = {
      kind: 'put',
      key,
      columns,
      condition: 'ignore',
    }
    yield { change, bytes: shellLimits.PRESS_ROW_BYTES }
  }
}

import { counted } from '@rowhouse/platform'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { KeyColumn, RequestOf } from '@rowhouse/snippets'
import { RowsError, UseError } from '../errors.js'
import { readRowLine } from '../formats/row-line.js'
import { inBatches, writeRows } from '../requests/write-rows.js'
import type { Session } from '../session/session.js'
import { type Command, inputFlag, tableFlag, tableOf } from './command.js'

export const importRows: Command = {
  name: 'import',
  summary: 'Write the rows of a file; "rowhouse import" takes more formats and can be resumed.',
  samples: ['import -i rows.json', 'import -i rows.json -l 1000 --ignore_version'],
  flags: [
    tableFlag,
    { ...inputFlag, text: 'a file with a row a line, as export writes them', isNeeded: true },
    { name: 'limit', short: 'l', kind: 'number', text: 'rows at most' },
    {
      name: 'ignore_version',
      aliases: ['ignore_ts'],
      kind: 'switch',
      text: 'leave the times in the file out',
    },
    { name: 'action', short: 'a', kind: 'text', text: 'put (default) or update' },
  ],
  async run(session, given) {
    const table = tableOf(session, given)
    const input = given.need('input')
    const reading = {
      schema: await session.keyOf(table),
      limit: given.integer('limit') ?? Number.POSITIVE_INFINITY,
      keepsTimes: !given.isOn('ignore_version'),
      kind: kindOf(given.text('action') ?? 'put'),
    }
    let [succeeded, failed] = [0, 0]
    let first: string | undefined
    const refuse = (reason: string): void => {
      failed += 1
      first ??= reason
    }
    for await (const rows of inBatches(changesOf(input, reading, refuse))) {
      const written = await writeRows(session, table, rows)
      succeeded += written.succeeded
      written.reasons.forEach(refuse)
    }
    finish(session, succeeded, failed, first)
  },
}

function kindOf(action: string): 'put' | 'update' {
  if (action === 'put' || action === 'update') return action
  throw new UseError(`--action is ${action}: take put or update`)
}

interface Reading {
  readonly schema: readonly KeyColumn[]
  readonly limit: number
  readonly keepsTimes: boolean
  readonly kind: 'put' | 'update'
}

type Change = RequestOf<'BatchWriteRow'>['rows'][number]

/** Lines that are not rows are counted and reported, and the import continues. */
async function* changesOf(input: string, reading: Reading, refuse: (reason: string) => void) {
  const lines = createInterface({ input: createReadStream(input), crlfDelay: Infinity })
  let number = 0
  for await (const line of lines) {
    if (line.trim() === '') continue
    if (++number > reading.limit) break
    try {
      yield { change: changeOf(line, number, reading), bytes: line.length }
    } catch (error) {
      if (!(error instanceof UseError)) throw error
      refuse(error.message)
    }
  }
}

function changeOf(line: string, number: number, { schema, keepsTimes, kind }: Reading): Change {
  const { key, columns } = readRowLine(line, schema, `line ${number}`)
  const written = keepsTimes ? columns : columns.map(({ name, value }) => ({ name, value }))
  if (kind === 'put') return { kind, key, columns: written, condition: 'ignore' }
  return { kind, key, put: written, deleted: [], increments: [], condition: 'ignore' }
}

function finish(
  session: Session,
  succeeded: number,
  failed: number,
  first: string | undefined,
): void {
  const total = succeeded + failed
  if (session.output === 'json') session.writeJson({ total, failed, first })
  else
    session.write(`Import finished, total count is ${total}, failed ${counted(failed, 'row')}.\n`)
  if (first === undefined) return
  const refused = counted(failed, 'row was', 'rows were')
  throw new RowsError(`${refused} refused${failed > 1 ? ', the first' : ''}: ${first}`)
}

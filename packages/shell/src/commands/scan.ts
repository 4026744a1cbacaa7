import { counted } from '@rowhouse/platform'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RequestOf } from '@rowhouse/snippets'
import type { PlainRow } from '@rowhouse/requests'
import { UseError } from '../errors.js'
import { boundOf } from '../formats/key.js'
import { rowLine } from '../formats/row-line.js'
import { shellLimits } from '../limits.js'
import { rangePages } from '../requests/range-pages.js'
import type { Session } from '../session/session.js'
import { type Command, type Given, outputFlag, tableFlag, tableOf } from './command.js'
import { selectedOf, selectionFlags } from './selected.js'
import { showRows } from './show-rows.js'

export const scan: Command = {
  name: 'scan',
  summary: 'Read rows in the order of their keys.',
  samples: ['scan --limit 10', `scan -b '["86"]' -e '["87"]'`, 'scan -o rows.json'],
  flags: [
    tableFlag,
    {
      name: 'begin',
      short: 'b',
      kind: 'text',
      text: 'where it begins, included: a JSON array of leading key columns',
    },
    { name: 'end', short: 'e', kind: 'text', text: 'where it ends, excluded' },
    { name: 'limit', short: 'l', kind: 'number', text: 'rows at most' },
    { name: 'backward', kind: 'switch', text: 'from the last row to the first' },
    ...selectionFlags,
    outputFlag,
  ],
  async run(session, given) {
    const request = await rangeOf(session, given)
    const output = given.text('output')
    if (output !== undefined) await writeRows(output, rangePages(session, request))
    else if (session.output === 'json') {
      for await (const rows of rangePages(session, request)) showRows(session, rows)
    } else await showTable(session, request)
  },
}

async function rangeOf(session: Session, given: Given): Promise<RequestOf<'GetRange'>> {
  const table = tableOf(session, given)
  const schema = await session.keyOf(table)
  const [begin, last] = [given.text('begin'), given.text('end')]
  const low = boundOf(begin, schema, '--begin')
  const high = boundOf(last, schema, '--end')
  const limit = given.integer('limit')
  if (limit !== undefined && limit < 1) throw new UseError('--limit begins at 1')
  const isBackward = given.isOn('backward')
  const range = isBackward ? { start: high, end: low } : { start: low, end: high }
  return { operation: 'GetRange', table, ...range, isBackward, limit, ...selectedOf(given) }
}

/** Without a limit the table ends early, with a note. */
async function showTable(session: Session, request: RequestOf<'GetRange'>): Promise<void> {
  const most = request.limit ?? shellLimits.SHOWN_ROWS
  const all: PlainRow[] = []
  // One more row than is shown is read, to know whether there are more.
  const asked = request.limit === undefined ? { ...request, limit: most + 1 } : request
  for await (const rows of rangePages(session, asked)) all.push(...rows)
  session.lastRequest = request
  showRows(session, all.slice(0, most))
  if (all.length > most)
    session.write(`more than ${counted(most, 'row')}: give --limit or --output\n`)
}

async function writeRows(path: string, pages: AsyncIterable<readonly PlainRow[]>): Promise<void> {
  async function* lines() {
    for await (const rows of pages) yield rows.map((row) => `${rowLine(row)}\n`).join('')
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
}

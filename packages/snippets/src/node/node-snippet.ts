import {
  type Code,
  type Layout,
  followed,
  group,
  indented,
  labelled,
  renderAll,
} from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { leftOutComment } from '../left-out.js'
import type { Request, RequestOf } from '../request.js'
import { KEY_ID_VARIABLE, KEY_SECRET_VARIABLE, type Target } from '../target.js'
import { COMBINED } from './node-filter.js'
import { params, selection } from './node-params.js'
import { unsentStatistics } from './node-statistics.js'
import { key, object } from './node-values.js'

const LAYOUT: Layout = { indent: '  ', hasTrailingComma: true }

/** A program for the package `tablestore` of Node.js. */
export function nodeSnippet(request: Request, { endpoint, instance }: Target): string {
  const code = request.operation === 'GetRange' ? range(request) : call(request)
  const body = renderAll(code, LAYOUT, '  ')
  return `${leftOutComment(request, '//', unsentStatistics(request))}const TableStore = require('tablestore')

const client = new TableStore.Client({
  endpoint: ${quoted(endpoint)},
  instancename: ${quoted(instance)},
  accessKeyId: process.env.${KEY_ID_VARIABLE},
  secretAccessKey: process.env.${KEY_SECRET_VARIABLE},
})

async function main() {
${body}
}
${body.includes('combined(') ? COMBINED : ''}
main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
`
}

const camel = (operation: string): string => operation.charAt(0).toLowerCase() + operation.slice(1)

const call = (request: Exclude<Request, { readonly operation: 'GetRange' }>): Code[] => [
  labelled(
    'const data = await ',
    group(`client.${camel(request.operation)}(`, [params(request)], ')'),
  ),
  'console.log(JSON.stringify(data, null, 2))',
]

/** Reads the range to its end if there is no limit. */
function range(request: RequestOf<'GetRange'>): Code[] {
  const ask = object({
    tableName: quoted(request.table),
    direction: `TableStore.Direction.${request.isBackward ? 'BACKWARD' : 'FORWARD'}`,
    inclusiveStartPrimaryKey: 'start',
    exclusiveEndPrimaryKey: key(request.end),
    limit: request.limit === undefined ? undefined : String(request.limit),
    ...selection(request),
  })
  const page = followed(labelled('const data = await client.getRange(', ask), ')')
  return [
    labelled('let start = ', key(request.start)),
    'while (start) {',
    indented(page, '  '),
    '  for (const row of data.rows) console.log(JSON.stringify(row))',
    request.limit === undefined
      ? '  start = data.nextStartPrimaryKey?.map(({ name, value }) => ({ [name]: value }))'
      : '  start = undefined',
    '}',
  ]
}

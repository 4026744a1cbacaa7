import { type Code, type Layout, group, labelled, renderAll } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { caseOfAnalyzers, hasInnerHits, leftOutComment } from '../left-out.js'
import type { PlainSearch, Procedure, Request } from '../request.js'
import { KEY_ID_VARIABLE, KEY_SECRET_VARIABLE, type Target } from '../target.js'
import { COMBINED } from './node-filter.js'
import { params } from './node-params.js'
import { deletionStatements, rangeStatements, scanStatements } from './node-procedures.js'
import { unsentMissing } from './node-query.js'
import { NODE_SDK } from './node-sdk.js'
import { unsentStatistics } from './node-statistics.js'

const LAYOUT: Layout = { indent: '  ', hasTrailingComma: true }

/** A program for the package `tablestore` of Node.js. */
export function nodeSnippet(request: Request | Procedure, { endpoint, instance }: Target): string {
  const body = renderAll(statements(request), LAYOUT, '  ')
  const own = [...unsentStatistics(request), ...unsentMissing(request), ...caseOfAnalyzers(request)]
  return `${leftOutComment(request, '//', NODE_SDK, own)}const TableStore = require('tablestore')

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

function statements(request: Request | Procedure): Code[] {
  switch (request.operation) {
    case 'GetRange':
      return rangeStatements(request)
    case 'DeleteRange':
      return deletionStatements(request)
    case 'ParallelScan':
      return scanStatements(request)
    default:
      return [
        labelled(
          'const data = await ',
          group(`client.${camel(request.operation)}(`, [params(request)], ')'),
        ),
        request.operation === 'Search' && hasMaps(request.query)
          ? PRINT_MAPS
          : 'console.log(JSON.stringify(data, null, 2))',
      ]
  }
}

const hasMaps = ({ query, highlight }: PlainSearch): boolean =>
  highlight !== undefined || hasInnerHits(query)

/** Highlights and inner hits are maps, which JSON does not show. */
const PRINT_MAPS =
  'console.log(JSON.stringify(data, (_, given) => (given instanceof Map ? [...given] : given), 2))'

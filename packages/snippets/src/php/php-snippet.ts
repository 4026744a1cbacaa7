import {
  type Code,
  type Layout,
  followed,
  group,
  labelled,
  renderAll,
} from '../layout/code-layout.js'
import { analyzerParametersOf, fieldsOf, leftOutComment } from '../left-out.js'
import type { Query } from '@rowhouse/protocol'
import type { Request } from '../request.js'
import { KEY_ID_VARIABLE, KEY_SECRET_VARIABLE, type Target } from '../target.js'
import { params } from './php-params.js'
import { unsentStatistics } from './php-statistics.js'
import { text } from './php-values.js'

const LAYOUT: Layout = { indent: '    ', hasTrailingComma: true }

/** A program for the package `aliyun/aliyun-tablestore-sdk-php`. */
export function phpSnippet(request: Request, { endpoint, instance }: Target): string {
  const body = renderAll(statements(request), LAYOUT, '')
  const comment = leftOutComment(request, ' //', ownLeftOut(request)).trimEnd()
  return `<?php${comment}
require __DIR__ . '/vendor/autoload.php';

${['OTSClient', ...constantsOf(body)].map((name) => `use Aliyun\\OTS\\${name};\n`).join('')}
$client = new OTSClient([
    'EndPoint' => ${text(endpoint)},
    'AccessKeyID' => getenv('${KEY_ID_VARIABLE}'),
    'AccessKeySecret' => getenv('${KEY_SECRET_VARIABLE}'),
    'InstanceName' => ${text(instance)},
]);

${body}
`
}

/** The classes of constants in a program, outside of string literals. */
function constantsOf(body: string): string[] {
  const code = body.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs, "''")
  const found = [...code.matchAll(/\b(\w+Const)::/g)].map(([, name]) => `Consts\\${name}`)
  return [...new Set(found)].sort()
}

function statements(request: Request): Code[] {
  if (request.operation === 'GetRange' && request.limit === undefined) return range(request)
  const method = request.operation.charAt(0).toLowerCase() + request.operation.slice(1)
  const call = group(`$client->${method}(`, [params(request)], ')')
  return [followed(labelled('$response = ', call), ';'), 'print_r($response);']
}

/** Reads the range to its end if there is no limit. */
const range = (request: Request): Code[] => [
  followed(labelled('$request = ', params(request)), ';'),
  'do {',
  '    $response = $client->getRange($request);',
  "    foreach ($response['rows'] as $row) {",
  '        print_r($row);',
  '    }',
  "    $request['inclusive_start_primary_key'] = $response['next_start_primary_key'];",
  "} while (!empty($response['next_start_primary_key']));",
]

/** The parts of a request that this SDK cannot send. */
function ownLeftOut(request: Request): string[] {
  switch (request.operation) {
    case 'UpdateTable': {
      const isZero = request.units?.read === 0 || request.units?.write === 0
      return isZero ? ['reserved units of 0'] : []
    }
    case 'ListSearchIndex':
      return request.table === undefined ? ['the indexes of all tables'] : []
    case 'CreateSearchIndex': {
      const isUnindexed = fieldsOf(request.schema).some(({ index }) => index === false)
      return [...analyzerParametersOf(request), ...(isUnindexed ? ['fields without an index'] : [])]
    }
    case 'Search':
      return [
        ...(hasMixedBool(request.query.query)
          ? ['all but the first kind of clauses of a bool query, which this SDK does not send']
          : []),
        ...unsentStatistics(request),
      ]
    default:
      return []
  }
}

function hasMixedBool(query: Query): boolean {
  if (query.kind === 'nested') return hasMixedBool(query.query)
  if (query.kind !== 'bool') return false
  const kinds = [query.must, query.mustNot, query.filter, query.should]
  return kinds.filter(({ length }) => length > 0).length > 1 || kinds.flat().some(hasMixedBool)
}

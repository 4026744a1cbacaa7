import {
  type Code,
  type Layout,
  followed,
  group,
  labelled,
  renderAll,
} from '../layout/code-layout.js'
import { caseOfAnalyzers, fieldsOf, leftOutComment } from '../left-out.js'
import type { Query } from '@rowhouse/protocol'
import type { Procedure, Request } from '../request.js'
import { KEY_ID_VARIABLE, KEY_SECRET_VARIABLE, type Target } from '../target.js'
import { params } from './php-params.js'
import { deletionStatements, rangeStatements, scanStatements } from './php-procedures.js'
import { PHP_SDK } from './php-sdk.js'
import { unsentStatistics } from './php-statistics.js'
import { text } from './php-values.js'

const LAYOUT: Layout = { indent: '    ', hasTrailingComma: true }

/** A program for the package `aliyun/aliyun-tablestore-sdk-php`. */
export function phpSnippet(request: Request | Procedure, { endpoint, instance }: Target): string {
  const body = renderAll(statements(request), LAYOUT, '')
  const comment = leftOutComment(request, ' //', PHP_SDK, ownLeftOut(request)).trimEnd()
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

function statements(request: Request | Procedure): Code[] {
  if (request.operation === 'ParallelScan') return scanStatements(request)
  if (request.operation === 'DeleteRange') return deletionStatements(request)
  if (request.operation === 'GetRange' && request.limit === undefined) {
    return rangeStatements(request)
  }
  const method = request.operation.charAt(0).toLowerCase() + request.operation.slice(1)
  const call = group(`$client->${method}(`, [params(request)], ')')
  return [followed(labelled('$response = ', call), ';'), 'print_r($response);']
}

/** The parts of a request that this SDK cannot send. */
function ownLeftOut(request: Request | Procedure): string[] {
  switch (request.operation) {
    case 'UpdateTable': {
      const isZero = request.units?.read === 0 || request.units?.write === 0
      return isZero ? ['reserved units of 0'] : []
    }
    case 'ListSearchIndex':
      return request.table === undefined ? ['the indexes of all tables'] : []
    case 'CreateSearchIndex': {
      const fields = fieldsOf(request.schema)
      const isUnindexed = fields.some(({ index }) => index === false)
      const isUnsent = fields.some(({ isVirtualField, isArray }) => isVirtualField && !isArray)
      return [
        ...caseOfAnalyzers(request),
        ...(isUnindexed ? ['fields without an index'] : []),
        ...(isUnsent ? ['virtual fields, unless they are arrays'] : []),
      ]
    }
    case 'ParallelScan':
      return clausesOf(request.query)
    case 'Search':
      return [...clausesOf(request.query.query), ...unsentStatistics(request)]
    default:
      return []
  }
}

const clausesOf = (query: Query): string[] =>
  hasMixedBool(query)
    ? ['all but the first kind of clauses of a bool query, which this SDK does not send']
    : []

function hasMixedBool(query: Query): boolean {
  if (query.kind === 'nested') return hasMixedBool(query.query)
  if (query.kind !== 'bool') return false
  const kinds = [query.must, query.mustNot, query.filter, query.should]
  return kinds.filter(({ length }) => length > 0).length > 1 || kinds.flat().some(hasMixedBool)
}

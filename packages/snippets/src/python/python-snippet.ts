import { type Layout, renderAll } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { analyzerParametersOf, leftOutComment } from '../left-out.js'
import type { Request } from '../request.js'
import { KEY_ID_VARIABLE, KEY_SECRET_VARIABLE, type Target } from '../target.js'
import { COMBINED } from './python-filter.js'
import { statements } from './python-statements.js'
import { SHOW_GROUPS, unsentStatistics } from './python-statistics.js'

const LAYOUT: Layout = { indent: '    ', hasTrailingComma: true }

/** A program for the package `tablestore` of Python. */
export function pythonSnippet(request: Request, { endpoint, instance }: Target): string {
  const body = renderAll(statements(request), LAYOUT, '')
  const bytes = body.includes('base64.') ? 'import base64\n' : ''
  return `${leftOutComment(request, '#', ownLeftOut(request))}${bytes}import os

from tablestore import *
${body.includes('combined(') ? COMBINED : ''}${body.includes('show_groups(') ? SHOW_GROUPS : ''}
client = OTSClient(
    ${quoted(endpoint)},
    os.environ['${KEY_ID_VARIABLE}'],
    os.environ['${KEY_SECRET_VARIABLE}'],
    ${quoted(instance)},
)

${body}
`
}

/** The parts of a request that the program does not send. */
const ownLeftOut = (request: Request): string[] => [
  ...analyzerParametersOf(request),
  ...unsentStatistics(request),
  ...(request.operation === 'CreateSearchIndex' && request.timeToLive !== undefined
    ? ['the time to live']
    : []),
]

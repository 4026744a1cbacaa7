import { type Layout, renderAll } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { caseOfAnalyzers, leftOutComment } from '../left-out.js'
import type { Procedure, Request } from '../request.js'
import { KEY_ID_VARIABLE, KEY_SECRET_VARIABLE, type Target } from '../target.js'
import { COMBINED } from './python-filter.js'
import { PYTHON_SDK } from './python-sdk.js'
import { statements } from './python-statements.js'
import { SHOW_GROUPS, unsentStatistics } from './python-statistics.js'

const LAYOUT: Layout = { indent: '    ', hasTrailingComma: true }

/** A program for the package `tablestore` of Python. */
export function pythonSnippet(
  request: Request | Procedure,
  { endpoint, instance }: Target,
): string {
  const body = renderAll(statements(request), LAYOUT, '')
  const bytes = body.includes('base64.') ? 'import base64\n' : ''
  return `${leftOutComment(request, '#', PYTHON_SDK, ownLeftOut(request))}${bytes}import os

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
const ownLeftOut = (request: Request | Procedure): string[] => [
  ...caseOfAnalyzers(request),
  ...unsentStatistics(request),
]

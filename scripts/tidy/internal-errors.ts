import { type Finding, type TextFile, isTest } from './repository.js'
import { parse, visit } from './syntax.js'

/** The files where an unexpected failure becomes an answer, a log line and a counter. */
const MAKERS: ReadonlySet<string> = new Set([
  'packages/server/src/engine-host.ts',
  'packages/server/src/door/exchange.ts',
  // Here a test has asked for the error.
  'packages/server/src/faults/fault-errors.ts',
])

/** `internalServerError()` anywhere else would hide its cause. */
export const findSilentErrors = (file: TextFile, syntax = parse(file)): Finding[] => {
  if (MAKERS.has(file.path) || isTest(file.path)) return []
  const { program, lineAt } = syntax
  const findings: Finding[] = []
  visit(program, {
    MemberExpression: ({ property, start }) => {
      if (property.type !== 'Identifier' || property.name !== 'internalServerError') return
      const message = 'an internal error without its cause is seen by no log: use invariant'
      findings.push({ path: file.path, line: lineAt(start), message })
    },
  })
  return findings
}

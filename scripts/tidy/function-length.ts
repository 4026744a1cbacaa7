import type { ESTree } from 'rolldown/utils'
import type { Finding, TextFile } from './repository.js'
import { parse, visit } from './syntax.js'

export const FUNCTION_LINES_MAX = 70

type Body = ESTree.FunctionBody | ESTree.Expression | null

export const findLongFunctions = (file: TextFile, syntax = parse(file)): Finding[] => {
  const { program, lineAt } = syntax
  const findings: Finding[] = []
  const check = (node: { start: number; end: number; body: Body }): void => {
    const first = lineAt(node.start)
    const lines = lineAt(node.end - 1) - first + 1
    if (lines <= FUNCTION_LINES_MAX || registersTests(node.body)) return
    const message = `a function of ${lines} lines, more than ${FUNCTION_LINES_MAX}`
    findings.push({ path: file.path, line: first, message })
  }
  visit(program, {
    FunctionDeclaration: check,
    FunctionExpression: check,
    ArrowFunctionExpression: check,
  })
  return findings
}

/** A function that only lists tests may be long; each test in it is measured separately. */
const registersTests = (body: Body): boolean =>
  body?.type === 'BlockStatement' &&
  body.body.some(
    (statement) =>
      statement.type === 'ExpressionStatement' &&
      statement.expression.type === 'CallExpression' &&
      ['describe', 'it', 'test'].includes(nameOfCallee(statement.expression.callee)),
  )

/** `test` of test(...), test.each(...)(...) and test.prop(...)(...). */
const nameOfCallee = (callee: ESTree.Expression): string => {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return nameOfCallee(callee.object)
  if (callee.type === 'CallExpression') return nameOfCallee(callee.callee)
  return ''
}

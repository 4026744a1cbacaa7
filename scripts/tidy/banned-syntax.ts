import type { ESTree } from 'rolldown/utils'
import type { Finding, TextFile } from './repository.js'
import { parse, visit } from './syntax.js'

/** Configuration files need default exports, and declaration files describe those of others. */
const mayExportDefault = (path: string): boolean => /\.(config|d)\.(ts|mjs)$/.test(path)

/** `any`, default exports, enums, mocked modules and variables at the level of the module. */
export const findBannedSyntax = (file: TextFile, syntax = parse(file)): Finding[] => {
  const { program, lineAt } = syntax
  const findings: Finding[] = []
  const report = (node: { start: number }, message: string): void => {
    findings.push({ path: file.path, line: lineAt(node.start), message })
  }
  visit(program, {
    TSAnyKeyword: (node) =>
      report(node, 'any switches the compiler off: use unknown and narrow it'),
    TSEnumDeclaration: (node) => report(node, 'an enum emits code: use an object `as const`'),
    CallExpression: (node) => {
      if (isModuleMock(node))
        report(node, 'a mocked module stays so for the files that follow: pass in what is replaced')
    },
    ExportDefaultDeclaration: (node) => {
      if (!mayExportDefault(file.path)) report(node, 'a default export has no name to search for')
    },
  })
  for (const statement of program.body) {
    const variable = variableOf(statement)
    if (variable === undefined || variable.kind === 'const' || holdsTests(file.path)) continue
    report(variable, 'state of the module is shared by two servers in one process: pass it in')
  }
  return findings
}

const MODULE_MOCKS: ReadonlySet<string> = new Set(['mock', 'doMock', 'unmock', 'doUnmock'])

/** Test files share their modules, because they run in one process. */
const isModuleMock = ({ callee }: ESTree.CallExpression): boolean =>
  callee.type === 'MemberExpression' &&
  callee.object.type === 'Identifier' &&
  (callee.object.name === 'vi' || callee.object.name === 'vitest') &&
  callee.property.type === 'Identifier' &&
  MODULE_MOCKS.has(callee.property.name)

/** A test file may have variables of its module: they are its fixtures, set in hooks. */
const holdsTests = (path: string): boolean => path.endsWith('.test.ts')

const variableOf = (
  statement: ESTree.Program['body'][number],
): ESTree.VariableDeclaration | undefined => {
  if (statement.type === 'VariableDeclaration') return statement
  if (statement.type !== 'ExportNamedDeclaration') return undefined
  return statement.declaration?.type === 'VariableDeclaration' ? statement.declaration : undefined
}

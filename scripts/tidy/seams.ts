import { importsOf } from './imports.js'
import { type Finding, type TextFile, isTest } from './repository.js'
import { parse, visit } from './syntax.js'

/** Calls that the engines take from seams, so that tests decide them. */
const SEAM_CALLS: Readonly<Record<string, string>> = {
  'Date.now': 'Clock',
  'performance.now': 'Clock',
  'Math.random': 'Random',
}
const SEAM_MODULES: Readonly<Record<string, string>> = {
  'node:fs': 'Files',
  'node:fs/promises': 'Files',
}

/** This file is behind its own interface: it reads the operating system's list of processes, not data. */
const PROCESS_TABLE = 'packages/store/src/folder/process-table.ts'

const isHeld = (path: string): boolean => /^packages\/(engine|store)\/src\//.test(path)

const holdsRealThings = (path: string): boolean =>
  path.startsWith('packages/platform/src/') || path === PROCESS_TABLE || isTest(path)

export const findBrokenSeams = (file: TextFile, syntax = parse(file)): Finding[] => {
  if (!isHeld(file.path) || holdsRealThings(file.path)) return []
  const { program, lineAt } = syntax
  const findings: Finding[] = []
  for (const { specifier, line } of importsOf(syntax)) {
    const seam = SEAM_MODULES[specifier]
    if (seam === undefined) continue
    findings.push({ path: file.path, line, message: `${specifier} passes by the seam ${seam}` })
  }
  visit(program, {
    MemberExpression: (node) => {
      if (node.object.type !== 'Identifier' || node.property.type !== 'Identifier') return
      const name = `${node.object.name}.${node.property.name}`
      const seam = SEAM_CALLS[name]
      if (seam === undefined) return
      const message = `${name} passes by the seam ${seam}`
      findings.push({ path: file.path, line: lineAt(node.start), message })
    },
  })
  return findings
}

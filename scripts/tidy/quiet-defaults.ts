import type { ESTree } from 'rolldown/utils'
import { type Finding, type TextFile, isTest } from './repository.js'
import { parse, visit } from './syntax.js'

const LOUD_FOLDERS = [
  'store',
  'engine',
  'search-engine',
  'search',
  'server',
  'client',
  'practices',
  'transfer',
  'rotation',
  'snippets',
  'shell',
  'cli',
].map((name) => `packages/${name}/src/`)

/**
 * Files where a missing element means the default, or cannot be. The index of a hash table is masked to its
 * length, a key that ends sorts as if zeros followed it, and two names that are compared have one length.
 */
const REAL_DEFAULTS: ReadonlySet<string> = new Set([
  'packages/client/src/transport/reply-headers.ts',
  'packages/engine/src/partitions/partition-heads.ts',
  'packages/engine/src/partitions/pending-index.ts',
  'packages/engine/src/partitions/sort-mutations.ts',
  'packages/server/src/door/http/byte-classes.ts',
])

/**
 * `items[index] ?? 0` and the like, where the element must be asserted. An intended default has a name,
 * such as `?? NO_MORE`.
 */
export const findQuietDefaults = (file: TextFile, syntax = parse(file)): Finding[] => {
  const isLoud = LOUD_FOLDERS.some((folder) => file.path.startsWith(folder))
  if (!isLoud || isTest(file.path) || REAL_DEFAULTS.has(file.path)) return []
  const { program, lineAt } = syntax
  const findings: Finding[] = []
  visit(program, {
    LogicalExpression: ({ operator, left, right, start }) => {
      if (operator !== '??' || !isElement(left) || !isNothing(right)) return
      const message =
        'a default for an element hides that it is missing: use expectDefined or outOfRange'
      findings.push({ path: file.path, line: lineAt(start), message })
    },
  })
  return findings
}

/** A quoted name is a member that may be absent, such as a variable of the environment. */
const isElement = (node: ESTree.Expression): boolean =>
  node.type === 'MemberExpression'
    ? node.computed && !isText(node.property)
    : node.type === 'CallExpression' && isElementCall(node.callee)

/** `items.at(index)`, `items.pop()` */
const isElementCall = (callee: ESTree.Expression): boolean =>
  callee.type === 'MemberExpression' &&
  callee.property.type === 'Identifier' &&
  ELEMENT_CALLS.has(callee.property.name)

const ELEMENT_CALLS: ReadonlySet<string> = new Set(['at', 'pop'])

const isText = (node: { type: string; value?: unknown }): boolean =>
  node.type === 'Literal' && typeof node.value === 'string'

const isNothing = (node: ESTree.Expression): boolean =>
  node.type === 'Literal' && (node.value === 0 || node.value === 0n || node.value === '')

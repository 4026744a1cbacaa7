import { type Syntax, visit } from './syntax.js'

export interface Import {
  readonly specifier: string
  readonly line: number
}

/** All modules that a file imports: static, dynamic and re-exported. */
export const importsOf = ({ program, lineAt }: Syntax): Import[] => {
  const imports: Import[] = []
  const add = (source: { start: number; value: unknown } | null): void => {
    if (typeof source?.value !== 'string') return
    imports.push({ specifier: source.value, line: lineAt(source.start) })
  }
  visit(program, {
    ImportDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ImportExpression: (node) => {
      if (node.source.type === 'Literal') add(node.source)
    },
  })
  return imports
}

/** `@scope/name` of `@scope/name/sub/path`. */
export const packageOf = (specifier: string): string => {
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
}

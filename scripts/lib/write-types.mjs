// Writes the types of a published package: copies the declarations that tsc has made, and those of this
// workspace that they import, so that they need none of its packages.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { ROOT } from './run-command.mjs'

/** `from './table.js'`, `import('@rowhouse/protocol')` in what the compiler writes. */
const SPECIFIER = /((?:from|import) *\(?)(['"])([^'"]+)\2/g

/**
 * Copies the declarations at `entries` and those that they import: packages/NAME/dist/FILE becomes NAME/FILE
 * in `target`. Imports of our packages become imports of their index, or of their file in `typesOf`; those of
 * `shared` packages stay, because they are installed beside.
 */
export function writeTypes(
  entries,
  target,
  typesOf = {},
  shared = [],
  packages = join(ROOT, 'packages'),
) {
  const copied = new Set()
  const copy = (file) => {
    if (copied.has(file)) return
    copied.add(file)
    const place = placeOf(file)
    const text = readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*\n?/m, '')
    const written = text.replace(SPECIFIER, (_, before, quote, specifier) => {
      const wanted = declarationOf(file, specifier)
      if (wanted === undefined) return `${before}${quote}${specifier}${quote}`
      copy(wanted)
      const path = relative(dirname(place), placeOf(wanted)).replaceAll('\\', '/')
      const local = path.startsWith('.') ? path : `./${path}`
      return `${before}${quote}${local.replace(/\.d\.ts$/, '.js')}${quote}`
    })
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, written)
  }
  const declarationOf = (file, specifier) => {
    if (specifier.startsWith('.')) {
      return resolve(dirname(file), specifier.replace(/\.js$/, '.d.ts'))
    }
    if (shared.includes(specifier)) return undefined
    const ours = /^@rowhouse\/([\w-]+)$/.exec(specifier)?.[1]
    return ours && join(packages, ours, 'dist', typesOf[specifier] ?? 'index.d.ts')
  }
  const placeOf = (file) => {
    const [name, , ...path] = relative(packages, file).split(/[\\/]/)
    return join(target, name, ...path)
  }
  for (const entry of entries) copy(entry)
}

// Makes the folder that `npm pack ./packages/client/bundle` packs: the client with what it needs of this
// workspace in one file, and its types. Of other packages it depends on undici alone.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { ROOT } from './lib/run-command.mjs'

const source = join(ROOT, 'packages/client')
const target = join(source, 'bundle')

const bundleProgram = async () => {
  const bundle = await rolldown({
    input: { index: join(source, 'dist/index.js') },
    platform: 'node',
    external: (id) => id.startsWith('node:') || id === 'undici',
    treeshake: { moduleSideEffects: false },
    onLog(level, log, handle) {
      if (level === 'warn') throw new Error(log.message)
      handle(level, log)
    },
  })
  await bundle.write({ dir: target, format: 'esm', entryFileNames: '[name].js' })
  await bundle.close()
}

/** `from './table.js'`, `import('@rowhouse/protocol')` in what the compiler writes. */
const SPECIFIER = /((?:from|import) *\(?)(['"])([^'"]+)\2/g

/** Copies a file of types and, for each of its imports, the files that it stands on. */
const copyTypes = (file, copied = new Set()) => {
  if (copied.has(file)) return
  copied.add(file)
  const place = placeOf(file)
  const text = readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*\n?/m, '')
  const written = text.replace(SPECIFIER, (_, before, quote, specifier) => {
    const wanted = typesOf(file, specifier)
    if (wanted === undefined) return `${before}${quote}${specifier}${quote}`
    copyTypes(wanted, copied)
    const path = relative(dirname(place), placeOf(wanted)).replaceAll('\\', '/')
    const local = path.startsWith('.') ? path : `./${path}`
    return `${before}${quote}${local.replace(/\.d\.ts$/, '.js')}${quote}`
  })
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, written)
}

const typesOf = (file, specifier) => {
  if (specifier.startsWith('.')) {
    return resolve(dirname(file), specifier.replace(/\.js$/, '.d.ts'))
  }
  const ours = /^@rowhouse\/([\w-]+)$/.exec(specifier)?.[1]
  return ours && join(ROOT, 'packages', ours, 'dist/index.d.ts')
}

/** packages/NAME/dist/FILE is types/NAME/FILE there. */
const placeOf = (file) => {
  const [name, , ...path] = relative(join(ROOT, 'packages'), file).split(/[\\/]/)
  return join(target, 'types', name, ...path)
}

const writeManifest = () => {
  const {
    private: _private,
    devDependencies: _devDependencies,
    dependencies,
    ...manifest
  } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const outside = Object.entries(dependencies).filter(([name]) => !name.startsWith('@rowhouse/'))
  const published = {
    ...manifest,
    exports: { '.': { types: './types/client/index.d.ts', default: './index.js' } },
    dependencies: Object.fromEntries(outside),
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`)
}

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
await bundleProgram()
copyTypes(join(source, 'dist/index.d.ts'))
writeManifest()
copyFileSync(join(ROOT, 'docs/client.md'), join(target, 'README.md'))
for (const name of ['LICENSE', 'NOTICE']) copyFileSync(join(ROOT, name), join(target, name))

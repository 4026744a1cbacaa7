// Bundles what tsc has built into the published program: packages/cli/bundle/.
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { ROOT } from './lib/run-command.mjs'
import { writeTypes } from './lib/write-types.mjs'

const bundleFolder = join(ROOT, 'packages/cli/bundle')

// Packages that stay outside: they carry native binaries, or not everybody installs them. What another
// package in the bundle needs of those comes into the bundle with it.
const NATIVE = new Set(['rocksdb-native', '@node-rs/jieba'])
const isOptional = (id, importer) =>
  id.startsWith('@opentelemetry/') && importer?.includes('/node_modules/') !== true
const external = (id, importer) =>
  id.startsWith('node:') || NATIVE.has(id) || isOptional(id, importer)

rmSync(bundleFolder, { recursive: true, force: true })
const options = {
  platform: 'node',
  external,
  // Importing a file of ours does nothing: a thread loads what it uses, not all that is beside it.
  treeshake: { moduleSideEffects: (id) => !/[\\/]packages[\\/][\w-]+[\\/]dist[\\/]/.test(id) },
  onLog(level, log, handle) {
    if (level === 'warn') throw new Error(log.message)
    handle(level, log)
  },
}

const bundle = await rolldown({
  ...options,
  input: {
    rowhouse: join(ROOT, 'packages/cli/dist/rowhouse.js'),
    // What `import 'rowhouse'` answers.
    index: join(ROOT, 'packages/cli/dist/library/index.js'),
    vitest: join(ROOT, 'packages/cli/dist/library/vitest.js'),
    // Entries of workers: they must lie beside whatever starts them.
    'door-thread': join(ROOT, 'packages/server/dist/door/door-thread.js'),
    'indexing-thread': join(ROOT, 'packages/search-engine/dist/embedded/indexing-thread.js'),
    'merging-thread': join(ROOT, 'packages/search-engine/dist/embedded/merging-thread.js'),
    'query-thread': join(ROOT, 'packages/search-engine/dist/embedded/query-thread.js'),
  },
})
const { output } = await bundle.write({
  dir: bundleFolder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  sourcemap: true,
})
await bundle.close()

const library = join(ROOT, 'packages/cli/dist/library')
// Jest runs tests as CommonJS, in a scope where modules cannot be loaded later: all of it is one file.
const forJest = await rolldown({ ...options, input: join(library, 'jest.js') })
await forJest.write({ file: join(bundleFolder, 'jest.cjs'), format: 'cjs', codeSplitting: false })
await forJest.close()

const entries = ['index', 'vitest', 'jest'].map((name) => join(library, `${name}.d.ts`))
writeTypes(entries, join(bundleFolder, 'types'), { '@rowhouse/server': 'faults/fault.d.ts' })

/** The packages whose code is in the bundle: their licences ask to be told. */
const bundledPackages = new Set(
  output
    .flatMap((chunk) => chunk.moduleIds ?? [])
    .flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
)

const licenceOf = (folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry))
  const text =
    file === undefined ? `Licence: ${String(license)}` : readFileSync(join(folder, file), 'utf8')
  return `${[name, version].join(' ')}\n\n${String(text).trim()}\n`
}

const rule = `\n${'-'.repeat(72)}\n\n`
writeFileSync(
  join(bundleFolder, 'THIRD-PARTY.txt'),
  `The program in this folder contains these packages.\n${rule}${[...bundledPackages].sort().map(licenceOf).join(rule)}`,
)
for (const name of ['LICENSE', 'NOTICE']) {
  if (existsSync(join(ROOT, name))) copyFileSync(join(ROOT, name), join(bundleFolder, name))
}

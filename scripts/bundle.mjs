// Bundles what tsc has built into the published program: packages/cli/bundle/.
import { copyFileSync, cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { ROOT } from './lib/run-command.mjs'
import { thirdParty } from './lib/third-party.mjs'
import { writeTypes } from './lib/write-types.mjs'

const bundleFolder = join(ROOT, 'packages/cli/bundle')

// Packages that stay outside, because they have native binaries or are optional. If another package in the
// bundle needs one of OpenTelemetry, it is bundled with it.
const NATIVE = new Set(['rocksdb-native', '@node-rs/jieba'])
const OBJECT_STORE = '@rowhouse/object-store-s3'
const isOptional = (id, importer) =>
  id.startsWith('@opentelemetry/') && importer?.includes('/node_modules/') !== true
const external = (id, importer) =>
  id.startsWith('node:') || NATIVE.has(id) || id === OBJECT_STORE || isOptional(id, importer)

rmSync(bundleFolder, { recursive: true, force: true })
const options = {
  platform: 'node',
  external,
  // Our files have no side effects at import, so that a thread loads only what it uses.
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
    // The module for `import 'rowhouse'`.
    index: join(ROOT, 'packages/cli/dist/library/index.js'),
    vitest: join(ROOT, 'packages/cli/dist/library/vitest.js'),
    // Entries of worker threads, which must be beside the files that start them.
    'door-thread': join(ROOT, 'packages/server/dist/door/door-thread.js'),
    'advice-thread': join(ROOT, 'packages/console-gate/dist/advice/advice-thread.js'),
    'indexing-thread': join(ROOT, 'packages/search-engine/dist/embedded/indexing-thread.js'),
    'merging-thread': join(ROOT, 'packages/search-engine/dist/embedded/merging-thread.js'),
    'block-reading-thread': join(
      ROOT,
      'packages/store/dist/lsm/blocks/threads/block-reading-thread.js',
    ),
    'store-thread': join(ROOT, 'packages/store/dist/lsm/work/store-thread.js'),
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
// Jest runs tests as CommonJS in a scope that cannot import modules later, so everything is in one file.
const forJest = await rolldown({ ...options, input: join(library, 'jest.js') })
await forJest.write({ file: join(bundleFolder, 'jest.cjs'), format: 'cjs', codeSplitting: false })
await forJest.close()

const entries = ['index', 'vitest', 'jest'].map((name) => join(library, `${name}.d.ts`))
writeTypes(entries, join(bundleFolder, 'types'), { '@rowhouse/server': 'faults/fault.d.ts' })

// The extracts of real data that the samples mix in, with what says where they come from.
cpSync(join(ROOT, 'packages/demos/data'), join(bundleFolder, 'samples'), { recursive: true })

const modules = output.flatMap((chunk) => chunk.moduleIds ?? [])
writeFileSync(join(bundleFolder, 'THIRD-PARTY.txt'), thirdParty(modules))
for (const name of ['LICENSE', 'NOTICE']) {
  if (existsSync(join(ROOT, name))) copyFileSync(join(ROOT, name), join(bundleFolder, name))
}

// Bundles what tsc has built into the published program: packages/cli/bundle/.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { ROOT } from './lib/run-command.mjs'

const bundleFolder = join(ROOT, 'packages/cli/bundle')

// The one package that stays outside, because it carries native binaries.
const external = [/^node:/, 'rocksdb-native']

rmSync(bundleFolder, { recursive: true, force: true })
const bundle = await rolldown({
  input: {
    rowhouse: join(ROOT, 'packages/cli/dist/rowhouse.js'),
    // A worker's entry: it must lie beside whatever starts it.
    'door-thread': join(ROOT, 'packages/server/dist/door/door-thread.js'),
  },
  platform: 'node',
  external,
  onLog(level, log, handle) {
    if (level === 'warn') throw new Error(log.message)
    handle(level, log)
  },
})
await bundle.write({
  dir: bundleFolder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  sourcemap: true,
})
await bundle.close()

// Makes the folder that `npm pack ./packages/client/bundle` packs: the client and what it needs of this
// workspace in one file, with its types. Its only dependency is undici.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { ROOT } from './lib/run-command.mjs'
import { writeTypes } from './lib/write-types.mjs'

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
writeTypes([join(source, 'dist/index.d.ts')], join(target, 'types'))
writeManifest()
copyFileSync(join(ROOT, 'docs/client.md'), join(target, 'README.md'))
for (const name of ['LICENSE', 'NOTICE']) copyFileSync(join(ROOT, name), join(target, name))

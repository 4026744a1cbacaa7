// Makes the folders that `npm pack ./packages/NAME/bundle` packs: a library and what it needs of this
// workspace in one file, with its types. Its dependencies are what its package.json names from elsewhere.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { ROOT } from './lib/run-command.mjs'
import { writeTypes } from './lib/write-types.mjs'

/** The README of a published package is the page for its users. */
const LIBRARIES = {
  client: 'docs/client.md',
  'object-store-s3': 'packages/object-store-s3/README.md',
  practices: 'packages/practices/README.md',
}

/** A user of both has one client: its classes are not those of a copy. */
const SHARED = ['@rowhouse/client']

const bundleProgram = async (source, target, dependencies) => {
  const bundle = await rolldown({
    input: { index: join(source, 'dist/index.js') },
    platform: 'node',
    external: (id) => id.startsWith('node:') || Object.hasOwn(dependencies, id),
    treeshake: { moduleSideEffects: false },
    onLog(level, log, handle) {
      if (level === 'warn') throw new Error(log.message)
      handle(level, log)
    },
  })
  await bundle.write({ dir: target, format: 'esm', entryFileNames: '[name].js' })
  await bundle.close()
}

const publishedManifest = (source, name) => {
  const {
    private: _private,
    devDependencies: _devDependencies,
    dependencies,
    ...manifest
  } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const outside = Object.entries(dependencies).filter(
    ([other]) => SHARED.includes(other) || !other.startsWith('@rowhouse/'),
  )
  return {
    ...manifest,
    exports: { '.': { types: `./types/${name}/index.d.ts`, default: './index.js' } },
    dependencies: Object.fromEntries(outside),
  }
}

for (const [name, readme] of Object.entries(LIBRARIES)) {
  const source = join(ROOT, 'packages', name)
  const target = join(source, 'bundle')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const manifest = publishedManifest(source, name)
  await bundleProgram(source, target, manifest.dependencies)
  writeTypes([join(source, 'dist/index.d.ts')], join(target, 'types'), {}, SHARED)
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  copyFileSync(join(ROOT, readme), join(target, 'README.md'))
  for (const file of ['LICENSE', 'NOTICE']) copyFileSync(join(ROOT, file), join(target, file))
}

// Puts the licences beside what is published: ours, and of every package that the bundle contains,
// as its source maps tell.
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './lib/run-command.mjs'

const program = join(ROOT, 'packages', 'cli')
const bundle = join(program, 'bundle')

/** Folders in node_modules whose code is in the bundle. */
const bundledFolders = () => {
  const folders = new Set()
  for (const map of readdirSync(bundle).filter((name) => name.endsWith('.map'))) {
    const { sources } = JSON.parse(readFileSync(join(bundle, map), 'utf8'))
    for (const source of sources) {
      const folder = /^.*(node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]
      if (folder !== undefined) folders.add(folder)
    }
  }
  return [...folders].sort((a, b) => (a < b ? -1 : 1))
}

const licenceOf = (folder) => {
  const path = join(ROOT, folder)
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry))
  const text =
    file === undefined ? 'No licence text in the package.' : readFileSync(join(path, file), 'utf8')
  return `${name} ${version} (${license})\n\n${text.trim()}\n`
}

for (const file of ['LICENSE', 'NOTICE']) copyFileSync(join(ROOT, file), join(program, file))
if (existsSync(bundle)) {
  const licences = bundledFolders().map(licenceOf)
  writeFileSync(join(bundle, 'LICENCES.txt'), licences.join(`\n${'-'.repeat(80)}\n\n`))
}

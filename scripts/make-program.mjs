// `npm run program -- FOLDER`: the program alone, as it is installed on a server: the bundle and the
// packages that it brings along, in the versions of the lockfile, for this platform only. Build first;
// nothing is downloaded.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { ROOT } from './lib/run-command.mjs'

const cli = join(ROOT, 'packages/cli')

/** Folders of all packages that a package needs at run time; optional ones may be absent. */
const packagesOf = (folder, found = new Set()) => {
  const { dependencies = {}, optionalDependencies = {} } = manifestOf(folder)
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const place = findPackage(folder, name)
    if (place === undefined && name in optionalDependencies) continue
    if (place === undefined) throw new Error(`${name} is not installed: run npm ci first`)
    if (found.has(place)) continue
    found.add(place)
    packagesOf(place, found)
  }
  return found
}

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** As Node.js looks for it: in the nearest node_modules on the way to the root of the repository. */
const findPackage = (from, name) => {
  for (let folder = from; folder.length >= resolve(ROOT).length; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name)
    if (existsSync(place)) return place
  }
  return undefined
}

/** Native parts for other platforms are most of what such packages weigh. */
const isNeeded = (path) => {
  const isPrebuilt = basename(dirname(path)) === 'prebuilds'
  if (isPrebuilt) return basename(path) === `${process.platform}-${process.arch}`
  return !/\.(?:bare|map)$/.test(path)
}

/** Packages of the command stand in its own folder where another version of them is in the way. */
const placeIn = (target, place) =>
  join(target, relative(place.startsWith(join(cli, 'node_modules')) ? cli : ROOT, place))

const copyPackage = (place, target) =>
  cpSync(place, placeIn(target, place), {
    recursive: true,
    // What it needs itself is found and copied like it.
    filter: (path) => isNeeded(path) && !relative(place, path).startsWith('node_modules'),
  })

const makeProgram = (target) => {
  if (!existsSync(join(cli, 'bundle/rowhouse.js'))) throw new Error('run npm run build first')
  if (existsSync(target)) throw new Error(`${target} is there already: name a new folder`)
  mkdirSync(target, { recursive: true })
  for (const name of ['bin', 'bundle', 'README.md'])
    cpSync(join(cli, name), join(target, name), { recursive: true, filter: isNeeded })
  for (const name of ['LICENSE', 'NOTICE']) cpSync(join(ROOT, name), join(target, name))
  const { devDependencies: _, ...manifest } = manifestOf(cli)
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  for (const place of packagesOf(cli)) copyPackage(place, target)
}

const [folder] = process.argv.slice(2)
try {
  if (folder === undefined) throw new Error('npm run program -- FOLDER')
  const target = resolve(process.env.INIT_CWD ?? '.', folder)
  makeProgram(target)
  console.log(`the program is in ${target}: bin/rowhouse.cjs starts it`)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

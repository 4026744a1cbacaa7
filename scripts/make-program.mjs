// `npm run program -- FOLDER [--with-s3] [--without-rocksdb]`: makes the program as it is installed on a
// server: the bundle and the packages that it needs, in the versions of the lockfile and for this platform
// only. With --with-s3 it has the optional package for buckets, and with --without-rocksdb it lacks the one
// for data folders on RocksDB. Build first; nothing is downloaded.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from './lib/run-command.mjs'

const cli = join(ROOT, 'packages/cli')

/** The folders of all packages that a package needs at run time; optional ones may be missing. */
const packagesOf = (folder, leftOut = [], found = new Set()) => {
  const { dependencies = {}, optionalDependencies = {} } = manifestOf(folder)
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    if (leftOut.includes(name)) continue
    const place = findPackage(folder, name)
    if (place === undefined && name in optionalDependencies) continue
    if (place === undefined) throw new Error(`${name} is not installed: run npm ci first`)
    if (found.has(place)) continue
    found.add(place)
    packagesOf(place, leftOut, found)
  }
  return found
}

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Finds a package as Node.js does: in the nearest node_modules on the way to the root of the repository. */
const findPackage = (from, name) => {
  for (let folder = from; folder.length >= resolve(ROOT).length; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name)
    if (existsSync(place)) return place
  }
  return undefined
}

/** Leaves out native parts for other platforms, which are most of such packages. */
const isNeeded = (path) => {
  const isPrebuilt = basename(dirname(path)) === 'prebuilds'
  if (isPrebuilt) return basename(path) === `${process.platform}-${process.arch}`
  return !/\.(?:bare|map)$/.test(path)
}

/** A package is in the command's own node_modules when the root has another version of it. */
const placeIn = (target, place) =>
  join(target, relative(place.startsWith(join(cli, 'node_modules')) ? cli : ROOT, place))

const copyPackage = (place, target) =>
  cpSync(place, placeIn(target, place), {
    recursive: true,
    // Its own dependencies are found and copied separately.
    filter: (path) => isNeeded(path) && !relative(place, path).startsWith('node_modules'),
  })

/** The optional package as it is published, and what it needs. */
const addBuckets = (target) => {
  const bundle = join(ROOT, 'packages/object-store-s3/bundle')
  const place = join(target, 'node_modules', manifestOf(bundle).name)
  cpSync(bundle, place, { recursive: true })
  for (const needed of packagesOf(bundle)) copyPackage(needed, target)
}

const makeProgram = (target, { hasBuckets, hasRocksDb }) => {
  if (!existsSync(join(cli, 'bundle/rowhouse.js'))) throw new Error('run npm run build first')
  if (existsSync(target)) throw new Error(`${target} is there already: name a new folder`)
  mkdirSync(target, { recursive: true })
  for (const name of ['bin', 'bundle', 'README.md'])
    cpSync(join(cli, name), join(target, name), { recursive: true, filter: isNeeded })
  for (const name of ['LICENSE', 'NOTICE']) cpSync(join(ROOT, name), join(target, name))
  const { devDependencies: _, ...manifest } = manifestOf(cli)
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  const leftOut = hasRocksDb ? [] : ['rocksdb-native']
  for (const place of packagesOf(cli, leftOut)) copyPackage(place, target)
  if (hasBuckets) addBuckets(target)
}

const { values, positionals } = parseArgs({
  options: {
    'with-s3': { type: 'boolean', default: false },
    'without-rocksdb': { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
try {
  const [folder] = positionals
  if (folder === undefined)
    throw new Error('npm run program -- FOLDER [--with-s3] [--without-rocksdb]')
  const target = resolve(process.env.INIT_CWD ?? '.', folder)
  makeProgram(target, {
    hasBuckets: values['with-s3'],
    hasRocksDb: !values['without-rocksdb'],
  })
  console.log(`the program is in ${target}: bin/rowhouse.cjs starts it`)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

// Installs the packages of the lockfile, unless exactly those are installed already.
// It uses only Node.js built-ins, because it runs before anything is installed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT, runCommand } from './lib/run-command.mjs'

export const installIfNeeded = async () => {
  const reason = reasonToInstall(readLock('package-lock.json'), readLock(installedLockPath))
  if (reason === undefined) return
  console.log(`── install (${reason})`)
  const { isOk } = await runCommand('npm', ['ci'])
  if (!isOk) throw new Error('npm ci failed')
}

/** In this file npm lists the installed packages, in the form of the lockfile. */
const installedLockPath = join('node_modules', '.package-lock.json')

const readLock = (path) => {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Undefined when every package of the lockfile is installed in its version. */
export const reasonToInstall = (lock, installed) => {
  if (installed === undefined) return 'nothing is installed yet'
  for (const [path, wanted] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/')) continue
    const found = installed.packages[path]
    // An optional package for another platform is not installed.
    if (found === undefined && wanted.optional) continue
    if (found === undefined) return `${path} is missing`
    if (found.version !== wanted.version)
      return `${path} is ${found.version}, not ${wanted.version}`
  }
  return undefined
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await installIfNeeded()

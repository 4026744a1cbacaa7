import { z } from 'zod'
import type { Finding, TextFile } from './repository.js'

const lockShape = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().default(false),
      devOptional: z.boolean().default(false),
      hasInstallScript: z.boolean().default(false),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
})

const manifestShape = z.object({
  gypfile: z.boolean().default(false),
  scripts: z.record(z.string(), z.string()).default({}),
})

const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall']

/** The paths in node_modules of the published program's dependencies. */
export const productionPackages = (lock: TextFile): string[] =>
  Object.entries(lockShape.parse(JSON.parse(lock.text)).packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.dev && !entry.devOptional)
    .map(([path]) => path)

/** An install script runs before anybody can read it. */
export const findInstallScripts = (lock: TextFile): Finding[] => {
  const { packages } = lockShape.parse(JSON.parse(lock.text))
  return productionPackages(lock)
    .filter((path) => packages[path]?.hasInstallScript === true)
    .map((path) => ({ path: lock.path, line: 0, message: `${path} has an install script` }))
}

/** The same for the installed packages. */
export const findInstalledScripts = (manifest: TextFile): Finding[] => {
  const { scripts, gypfile } = manifestShape.parse(JSON.parse(manifest.text))
  const found = INSTALL_SCRIPTS.filter((name) => scripts[name] !== undefined)
  if (gypfile) found.push('gypfile')
  return found.map((name) => ({ path: manifest.path, line: 0, message: `has a ${name} script` }))
}

/**
 * When a registry lacks the packages of other platforms, npm silently drops them from the lockfile, and
 * users of those platforms cannot install.
 */
export const findDroppedPlatforms = (lock: TextFile): Finding[] => {
  const { packages } = lockShape.parse(JSON.parse(lock.text))
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies)
      .filter((name) => packages[`node_modules/${name}`] === undefined)
      .map((name) => ({ path: lock.path, line: 0, message: `${name} of ${path} was dropped` })),
  )
}

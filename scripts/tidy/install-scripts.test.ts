import { expect, test } from 'vitest'
import {
  findDroppedPlatforms,
  findInstallScripts,
  findInstalledScripts,
  productionPackages,
} from './install-scripts.js'

const lock = (entry: object) => ({
  path: 'package-lock.json',
  text: JSON.stringify({
    packages: { 'packages/engine': {}, 'node_modules/pino': {}, 'node_modules/native': entry },
  }),
})

test('an install script of a production package is found, that of a development package is not', () => {
  expect(findInstallScripts(lock({ hasInstallScript: true }))).toHaveLength(1)
  expect(findInstallScripts(lock({ hasInstallScript: true, dev: true }))).toEqual([])
  expect(findInstallScripts(lock({}))).toEqual([])
  expect(productionPackages(lock({ dev: true }))).toEqual(['node_modules/pino'])
})

test.each([
  ['postinstall', { scripts: { postinstall: 'node download.js' } }],
  ['install', { scripts: { install: 'node-gyp rebuild' } }],
  ['gypfile', { gypfile: true }],
])('an installed package with %s is found', (name, content) => {
  const found = findInstalledScripts({ path: 'package.json', text: JSON.stringify(content) })
  expect(found).toMatchObject([{ message: `has a ${name} script` }])
})

test('other scripts are fine', () => {
  const text = JSON.stringify({ scripts: { test: 'x', prepublishOnly: 'y' } })
  expect(findInstalledScripts({ path: 'package.json', text })).toEqual([])
})

test('a platform that the lockfile dropped is found', () => {
  expect(findDroppedPlatforms(lock({ optionalDependencies: { pino: '1.0.0' } }))).toEqual([])
  expect(
    findDroppedPlatforms(lock({ optionalDependencies: { 'native-win32': '1.0.0' } })),
  ).toHaveLength(1)
})

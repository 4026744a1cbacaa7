import { expect, test } from 'vitest'
import { reasonToInstall } from './install-if-needed.mjs'

const lock = {
  packages: {
    '': { name: 'workspace' },
    'packages/engine': { version: '0.1.0' },
    'node_modules/@rowhouse/engine': { resolved: 'packages/engine', link: true },
    'node_modules/pino': { version: '10.4.0' },
    'node_modules/binding-for-another-platform': { version: '1.0.0', optional: true },
  },
}

const installed = (pino: object) => ({
  packages: {
    'node_modules/@rowhouse/engine': { resolved: 'packages/engine', link: true },
    ...pino,
  },
})

test('there is no reason when everything is installed', () => {
  expect(reasonToInstall(lock, installed({ 'node_modules/pino': { version: '10.4.0' } }))).toBe(
    undefined,
  )
})

test('a fresh clone, a missing package and another version are reasons', () => {
  expect(reasonToInstall(lock, undefined)).toBe('nothing is installed yet')
  expect(reasonToInstall(lock, installed({}))).toBe('node_modules/pino is missing')
  expect(reasonToInstall(lock, installed({ 'node_modules/pino': { version: '9.0.0' } }))).toBe(
    'node_modules/pino is 9.0.0, not 10.4.0',
  )
})

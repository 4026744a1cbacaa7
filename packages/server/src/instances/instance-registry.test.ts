import { readFileSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { nodeFiles } from '@rowhouse/platform'
import {
  seededRandom,
  SimulatedFiles,
  type TemporaryFolder,
  temporaryFolder,
} from '@rowhouse/platform/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serverLimits } from '../limits.js'
import { InstanceRegistry } from './instance-registry.js'
import { instancesFile, readInstances } from './instances-file.js'

let folder: TemporaryFolder
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const open = (): Promise<InstanceRegistry> =>
  InstanceRegistry.open({ files: nodeFiles, folder: folder.path }, seededRandom(7))

describe('the registry of instances', () => {
  test('keeps instances and keys, in a file for the owner alone', async () => {
    const registry = await open()
    const created = await registry.create('Orders')
    await registry.addKey('orders', 'read-only', 'a token')
    expect((await stat(instancesFile(folder.path))).mode & 0o777).toBe(0o600)
    const again = await open()
    expect(again.list()).toEqual(registry.list())
    expect(again.find('ORDERS')?.keys).toMatchObject([
      { ...created.keys[0], access: 'read-write' },
      { access: 'read-only', stsToken: 'a token' },
    ])
  })

  test('gives an identity to each instance that is made, and to those of older files once', async () => {
    const registry = await open()
    const first = await registry.create('orders')
    await registry.delete('orders')
    const second = await registry.create('orders')
    expect(first.identity).toMatch(/^[0-9a-f]{24}$/)
    expect(second.identity).not.toBe(first.identity)
    await registry.rotateKey('orders', undefined, false)
    expect((await open()).find('orders')?.identity).toBe(second.identity)
    const older = { version: 1, instances: [{ name: 'older', keys: [] }] }
    writeFileSync(instancesFile(folder.path), JSON.stringify(older))
    const given = (await open()).find('older')?.identity
    expect(given).toMatch(/^[0-9a-f]{24}$/)
    const again = await InstanceRegistry.open(
      { files: nodeFiles, folder: folder.path },
      seededRandom(8),
    )
    expect(again.find('older')?.identity).toBe(given)
  })

  test('keeps the type that an instance was created with', async () => {
    const registry = await open()
    await registry.create('plain')
    await registry.create('cheap', undefined, 'capacity')
    await registry.rotateKey('cheap', undefined, false)
    const types = (await open()).list().map(({ name, type }) => [name, type])
    expect(types).toEqual([
      ['plain', 'performance'],
      ['cheap', 'capacity'],
    ])
  })

  test('keeps limits of instances and keys, also of a key that is rotated', async () => {
    const registry = await open()
    const { keys } = await registry.create('demo')
    const id = keys[0]?.id ?? ''
    await registry.setLimits('demo', undefined, { concurrent: 5, bytesInFlight: 'none' })
    await registry.setLimits('demo', undefined, { concurrent: 'default' })
    await registry.setLimits('demo', id, { requestsPerSecond: 7 })
    const again = await open()
    expect(again.limitsOf('demo', undefined)).toEqual({ bytesInFlight: 'none' })
    expect(again.limitsOf('demo', id)).toEqual({ requestsPerSecond: 7 })
    const rotated = await again.rotateKey('demo', id, false)
    expect((await open()).limitsOf('demo', rotated.id)).toEqual({ requestsPerSecond: 7 })
    await expect(registry.setLimits('demo', 'nokey', {})).rejects.toThrow(
      "instance 'demo' has no key 'nokey'",
    )
    await expect(registry.setLimits('none', undefined, {})).rejects.toThrow(
      "there is no instance 'none'",
    )
  })

  test('keeps the limits of an instance of the capacity type', async () => {
    const registry = await open()
    await registry.create('cheap', undefined, 'capacity')
    await registry.setLimits('cheap', undefined, { concurrent: 5 })
    const again = await open()
    expect(again.limitsOf('cheap', undefined)).toEqual({ concurrent: 5 })
    expect(again.list()).toEqual(registry.list())
  })

  test('keeps the limits of a key that every start sets again', async () => {
    const registry = await open()
    const key = { id: 'given', secret: 'one', access: 'read-write', stsToken: undefined } as const
    await registry.create('demo', key)
    await registry.setLimits('demo', 'given', { requestsPerSecond: 7 })
    await registry.setKey('demo', { ...key, secret: 'two' })
    const again = await open()
    expect(again.limitsOf('demo', 'given')).toEqual({ requestsPerSecond: 7 })
    expect(again.find('demo')?.keys).toMatchObject([{ id: 'given', secret: 'two' }])
  })

  test('makes keys that differ', async () => {
    const registry = await open()
    await registry.create('demo')
    for (let count = 0; count < 10; count++) await registry.addKey('demo', 'read-write', undefined)
    const keys = registry.find('demo')?.keys ?? []
    expect(new Set(keys.map(({ id }) => id)).size).toBe(11)
    expect(new Set(keys.map(({ secret }) => secret)).size).toBe(11)
    for (const { id, secret } of keys) {
      expect(id).toMatch(/^RH[A-Za-z0-9]{20}$/)
      expect(secret).toMatch(/^[A-Za-z0-9]{40}$/)
    }
  })

  test('tells its listeners of every change', async () => {
    const registry = await open()
    const seen: string[][] = []
    registry.onChange((instances) => seen.push(instances.map(({ name }) => name)))
    await registry.create('one')
    await registry.create('two')
    await registry.delete('one')
    expect(seen).toEqual([['one'], ['one', 'two'], ['two']])
  })

  test('rotates keys', async () => {
    const registry = await open()
    const old = (await registry.create('demo')).keys[0]
    const fresh = await registry.rotateKey('demo', undefined, false)
    expect(registry.find('demo')?.keys).toEqual([fresh])
    expect(fresh.id).not.toBe(old?.id)
    const kept = await registry.rotateKey('demo', fresh.id, true)
    expect(registry.find('demo')?.keys).toEqual([fresh, kept])
    await expect(registry.rotateKey('demo', undefined, false)).rejects.toThrow('which one')
    await registry.removeKey('demo', fresh.id)
    expect(registry.find('demo')?.keys).toEqual([kept])
  })

  test('makes all concurrent changes', async () => {
    const registry = await open()
    const names = Array.from({ length: 8 }, (_, index) => `inst-${index}`)
    await Promise.all(names.map((name) => registry.create(name)))
    expect((await open()).list().map(({ name }) => name)).toEqual(names)
  })

  test('refuses impossible changes, and makes the next ones', async () => {
    const registry = await open()
    await registry.create('demo')
    const refused: readonly (readonly [Promise<unknown>, string])[] = [
      [registry.create('DEMO'), "instance 'DEMO' exists already"],
      [registry.create('x'), "instance name 'x' must have"],
      [registry.delete('other'), "there is no instance 'other'"],
      [registry.addKey('other', 'read-only', undefined), "there is no instance 'other'"],
      [registry.removeKey('demo', 'nope'), "instance 'demo' has no key 'nope'"],
      [registry.rotateKey('demo', 'nope', false), "instance 'demo' has no key 'nope'"],
    ]
    for (const [work, text] of refused) await expect(work).rejects.toThrow(text)
    await registry.create('more')
    expect(registry.list()).toHaveLength(2)
  })

  test('is bounded', async () => {
    const registry = await InstanceRegistry.open(undefined, seededRandom(7))
    await registry.create('full')
    for (let count = 1; count < serverLimits.KEYS_PER_INSTANCE_MAX; count++) {
      await registry.addKey('full', 'read-only', undefined)
    }
    await expect(registry.addKey('full', 'read-only', undefined)).rejects.toThrow('100 access keys')
    for (let count = 1; count < serverLimits.INSTANCES_MAX; count++)
      await registry.create(`i-${count}`)
    await expect(registry.create('one-more')).rejects.toThrow('1000 instances already')
  })

  test('does not overwrite a damaged file', async () => {
    for (const [text, why] of [
      ['', 'is damaged (it stops being JSON on line 1)'],
      ['{', 'is damaged (it stops being JSON on line 1)'],
      ['{"version":1,"instances":1}', 'is damaged (instances: '],
      ['{"version": 2, "instances": []}', 'has version 2, written by a newer version of Rowhouse'],
    ] as const) {
      writeFileSync(instancesFile(folder.path), text)
      await expect(open()).rejects.toThrow(`${instancesFile(folder.path)} ${why}`)
      expect(readFileSync(instancesFile(folder.path), 'utf8')).toBe(text)
    }
  })
})

test('acknowledged changes survive a power cut at any moment', async () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = seededRandom(seed)
    const files = new SimulatedFiles(random)
    await files.makeDirectory('/data')
    await files.syncDirectory('/')
    files.cutAfter(1 + (seed % 60))
    const acknowledged: string[] = []
    let asked = ''
    try {
      const registry = await InstanceRegistry.open({ files, folder: '/data' }, random)
      for (let count = 0; ; count++) {
        asked = `inst-${count}`
        await registry.create(asked)
        acknowledged.push(asked)
      }
    } catch (error) {
      expect(error, `seed ${seed}`).toMatchObject({ name: 'PowerCutError' })
    }
    const names = (await readInstances(files.powerCut(random), '/data')).map(({ name }) => name)
    // The change that was under way may have been made or not. Nothing else may differ.
    expect([acknowledged, [...acknowledged, asked]], `seed ${seed}`).toContainEqual(names)
  }
})

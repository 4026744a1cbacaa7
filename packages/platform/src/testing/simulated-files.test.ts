import { describe, expect, test } from 'vitest'
import { filesSuite } from './files-suite.js'
import { seededRandom } from './seeded-random.js'
import { PowerCutError, SimulatedFiles } from './simulated-files.js'

filesSuite('simulated', async () => {
  const files = new SimulatedFiles()
  await files.makeDirectory('/data')
  return { files, directory: '/data', dispose: async () => {} }
})

const SEEDS = Array.from({ length: 200 }, (_, seed) => seed + 1)

async function folder(seed: number): Promise<SimulatedFiles> {
  const files = new SimulatedFiles(seededRandom(seed))
  await files.makeDirectory('/data')
  return files
}

async function contentOf(files: SimulatedFiles, path: string): Promise<string | undefined> {
  if (!(await files.list('/data')).includes(path.slice('/data/'.length))) return undefined
  const file = await files.open(path, 'read')
  return (await file.read(0, 1000)).toString('latin1')
}

/** What 200 different power cuts leave of a file. */
async function outcomes(
  path: string,
  prepare: (files: SimulatedFiles) => Promise<void>,
): Promise<Set<string | undefined>> {
  const found = new Set<string | undefined>()
  for (const seed of SEEDS) {
    const files = await folder(seed)
    await prepare(files)
    found.add(await contentOf(files.powerCut(seededRandom(seed)), path))
  }
  return found
}

async function create(files: SimulatedFiles, path: string, content: string): Promise<void> {
  const file = await files.open(path, 'create')
  await file.write(Buffer.from(content), 0)
  await file.datasync()
  await file.close()
}

describe('power cuts', () => {
  test('keep what was synced', async () => {
    const found = await outcomes('/data/a', async (files) => {
      await create(files, '/data/a', 'synced')
      await files.syncDirectory('/data')
    })
    expect([...found]).toEqual(['synced'])
  })

  test('keep, drop or tear an unsynced write', async () => {
    const found = await outcomes('/data/a', async (files) => {
      await create(files, '/data/a', 'old!')
      await files.syncDirectory('/data')
      const file = await files.open('/data/a', 'write')
      await file.write(Buffer.from('NEW?'), 0)
    })
    for (const content of ['old!', 'NEW?', 'NEd!', 'olW?']) expect(found).toContain(content)
  })

  test('may apply unsynced writes out of order', async () => {
    const found = await outcomes('/data/a', async (files) => {
      await create(files, '/data/a', '0')
      await files.syncDirectory('/data')
      const file = await files.open('/data/a', 'write')
      await file.write(Buffer.from('1'), 0)
      await file.write(Buffer.from('2'), 0)
    })
    expect(found).toEqual(new Set(['0', '1', '2']))
  })

  test('may undo changes of names since the folder was synced', async () => {
    const created = await outcomes('/data/a', (files) => create(files, '/data/a', 'x'))
    expect(created).toEqual(new Set([undefined, 'x']))
    const renamed = await outcomes('/data/b', async (files) => {
      await create(files, '/data/a', 'a')
      await create(files, '/data/b', 'b')
      await files.syncDirectory('/data')
      await files.rename('/data/a', '/data/b')
    })
    expect(renamed).toEqual(new Set(['a', 'b']))
    const removed = await outcomes('/data/a', async (files) => {
      await create(files, '/data/a', 'a')
      await files.syncDirectory('/data')
      await files.remove('/data/a')
    })
    expect(removed).toEqual(new Set([undefined, 'a']))
  })

  test('may undo the new name of a folder until the folder above is synced', async () => {
    const renamed = async (seed: number, isSynced: boolean): Promise<string[]> => {
      const files = await folder(seed)
      await files.makeDirectory('/data/a')
      await create(files, '/data/a/file', 'x')
      await files.syncDirectory('/data/a')
      await files.rename('/data/a', '/data/b')
      if (isSynced) await files.syncDirectory('/data')
      const left = files.powerCut(seededRandom(seed))
      const [name] = await left.list('/data')
      return [`${name}`, ...(await left.list(`/data/${name}`))]
    }
    const found = await Promise.all(SEEDS.map((seed) => renamed(seed, false)))
    expect(new Set(found.map(String))).toEqual(new Set(['a,file', 'b,file']))
    const synced = await Promise.all(SEEDS.map((seed) => renamed(seed, true)))
    expect(new Set(synced.map(String))).toEqual(new Set(['b,file']))
  })

  test('a failed datasync loses bytes for good that can still be read', async () => {
    const found = await outcomes('/data/a', async (files) => {
      await create(files, '/data/a', 'old')
      await files.syncDirectory('/data')
      const file = await files.open('/data/a', 'write')
      await file.write(Buffer.from('new'), 0)
      files.failOnce('datasync', 'EIO')
      await expect(file.datasync()).rejects.toMatchObject({ code: 'EIO' })
      expect(await contentOf(files, '/data/a')).toBe('new')
      await file.datasync()
    })
    expect(found).toContain('old')
    expect(found).toContain('new')
  })

  test('interrupt the call they fall into and every later one', async () => {
    const files = await folder(1)
    const file = await files.open('/data/a', 'create')
    files.cutAfter(2)
    await file.write(Buffer.from('x'), 0)
    await expect(file.datasync()).rejects.toBeInstanceOf(PowerCutError)
    await expect(file.read(0, 1)).rejects.toBeInstanceOf(PowerCutError)
    await expect(files.list('/data')).rejects.toBeInstanceOf(PowerCutError)
  })

  test('have the same effect for the same seed', async () => {
    const run = async (): Promise<string | undefined> => {
      const files = await folder(7)
      await create(files, '/data/a', '-'.repeat(900))
      await files.syncDirectory('/data')
      const file = await files.open('/data/a', 'write')
      for (let at = 0; at < 900; at += 90) await file.write(Buffer.alloc(90, `${at / 90}`), at)
      return contentOf(files.powerCut(seededRandom(8)), '/data/a')
    }
    expect(await run()).toBe(await run())
  })
})

describe('faults', () => {
  test('a full disk takes what fits and rejects with ENOSPC until there is space again', async () => {
    const files = await folder(1)
    const file = await files.open('/data/a', 'create')
    files.limitSpace(5)
    await expect(file.write(Buffer.from('12345678'), 0)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await file.size()).toBe(5)
    await file.write(Buffer.from('overwritten'.slice(0, 5)), 0)
    expect(await files.freeSpace()).toBe(0)
    await file.truncate(2)
    await file.write(Buffer.from('abc'), 2)
    await files.remove('/data/a')
    expect(await files.freeSpace()).toBe(5)
  })

  test('the n-th call of a kind fails once', async () => {
    const files = await folder(1)
    const file = await files.open('/data/a', 'create')
    files.failOnce('write', 'EIO', 2)
    await file.write(Buffer.from('a'), 0)
    await expect(file.write(Buffer.from('b'), 1)).rejects.toMatchObject({ code: 'EIO' })
    await file.write(Buffer.from('c'), 1)
    expect((await file.read(0, 2)).toString()).toBe('ac')
  })
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ObjectMissingError, type ObjectStore } from '../objects/object-store.js'

export interface ObjectStoreFixture {
  readonly objects: ObjectStore
  dispose(): Promise<void>
}

/** The contract of `ObjectStore`, as far as it shows without a crash; every implementation runs it. */
export function objectStoreSuite(name: string, factory: () => Promise<ObjectStoreFixture>): void {
  describe(`ObjectStore: ${name}`, () => {
    let fixture: ObjectStoreFixture
    beforeEach(async () => {
      fixture = await factory()
    })
    afterEach(() => fixture.dispose())
    const objects = (): ObjectStore => fixture.objects

    objectTests(objects)
    uploadTests(objects)
  })
}

const textOf = async (objects: ObjectStore, name: string): Promise<string> =>
  (await objects.get(name)).toString()

function objectTests(objects: () => ObjectStore): void {
  test('what was put is read, replaced and deleted', async () => {
    await objects().put('a', Buffer.from('first'))
    expect(await textOf(objects(), 'a')).toBe('first')
    await objects().put('a', Buffer.from('2nd'))
    expect(await textOf(objects(), 'a')).toBe('2nd')
    await objects().delete('a')
    await expect(objects().get('a')).rejects.toBeInstanceOf(ObjectMissingError)
    await objects().delete('a')
  })

  test('parts of an object, and fewer bytes only at its end', async () => {
    await objects().put('a', Buffer.from('0123456789'))
    const part = async (offset: number, length: number): Promise<string> =>
      (await objects().get('a', { offset, length })).toString()
    expect(await part(2, 3)).toBe('234')
    expect(await part(8, 10)).toBe('89')
    expect(await part(10, 1)).toBe('')
  })

  test('an empty object is one', async () => {
    await objects().put('a', Buffer.alloc(0))
    expect(await objects().get('a')).toHaveLength(0)
    expect(await objects().list('')).toEqual([{ name: 'a', bytes: 0 }])
  })

  test('lists by prefix, in the order of names, with sizes', async () => {
    expect(await objects().list('')).toEqual([])
    for (const name of ['b.2', 'a', 'b.10', 'B']) await objects().put(name, Buffer.from(name))
    expect(await objects().list('b.')).toEqual([
      { name: 'b.10', bytes: 4 },
      { name: 'b.2', bytes: 3 },
    ])
    expect((await objects().list('')).map(({ name }) => name)).toEqual(['B', 'a', 'b.10', 'b.2'])
  })

  test.each(['', '.a', 'a/b', '../a', 'a b', 'ä', 'a'.repeat(201)])(
    '%j is no name',
    async (name) => {
      await expect(objects().put(name, Buffer.alloc(1))).rejects.toBeInstanceOf(RangeError)
      await expect(objects().get(name)).rejects.toBeInstanceOf(RangeError)
      await expect(objects().delete(name)).rejects.toBeInstanceOf(RangeError)
      await expect(objects().upload(name)).rejects.toBeInstanceOf(RangeError)
    },
  )

  test('many at the same time', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `object-${at}`)
    await Promise.all(names.map((name) => objects().put(name, Buffer.from(name.repeat(50)))))
    for (const name of names) expect(await textOf(objects(), name)).toBe(name.repeat(50))
  })
}

function uploadTests(objects: () => ObjectStore): void {
  test('an upload is visible once it is complete, and all of it', async () => {
    await objects().put('a', Buffer.from('before'))
    const upload = await objects().upload('a')
    const part = Buffer.alloc(300_000, 'x')
    for (let count = 0; count < 4; count++) await upload.append(part)
    part.fill('y')
    await upload.append(part.subarray(0, 3))
    expect(await textOf(objects(), 'a')).toBe('before')
    expect(await objects().list('')).toEqual([{ name: 'a', bytes: 6 }])
    await upload.complete()
    expect(await textOf(objects(), 'a')).toBe(`${'x'.repeat(1_200_000)}yyy`)
  })

  test('of an upload that is given up nothing is left', async () => {
    const upload = await objects().upload('a')
    await upload.append(Buffer.from('something'))
    await upload.abort()
    expect(await objects().list('')).toEqual([])
    await expect(objects().get('a')).rejects.toBeInstanceOf(ObjectMissingError)
  })

  test('nor of one that nobody goes on with', async () => {
    const upload = await objects().upload('a')
    await upload.append(Buffer.from('something'))
    await objects().tidy()
    expect(await objects().list('')).toEqual([])
    await upload.abort()
  })
}

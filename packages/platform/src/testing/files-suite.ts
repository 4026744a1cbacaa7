import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Files } from '../files.js'

export interface FilesFixture {
  readonly files: Files
  /** An existing, empty folder. */
  readonly directory: string
  dispose(): Promise<void>
}

/** The part of the contract of `Files` that shows without a power cut. Every implementation passes it. */
export function filesSuite(name: string, factory: () => Promise<FilesFixture>): void {
  describe(`Files: ${name}`, () => {
    let fixture: FilesFixture
    let path: (name: string) => string
    beforeEach(async () => {
      fixture = await factory()
      path = (file) => join(fixture.directory, file)
    })
    afterEach(() => fixture.dispose())

    contentTests(() => ({ files: fixture.files, path }))
    nameTests(() => ({ files: fixture.files, path }))
  })
}

type Subject = () => { readonly files: Files; readonly path: (name: string) => string }

function contentTests(subject: Subject): void {
  test('reads what was written, where it was written', async () => {
    const { files, path } = subject()
    const file = await files.open(path('a'), 'create')
    await file.write(Buffer.from('hello world'), 0)
    await file.write(Buffer.from('W'), 6)
    expect((await file.read(4, 4)).toString()).toBe('o Wo')
    expect(await file.size()).toBe(11)
    await file.close()
  })

  test('reads fewer bytes only at the end', async () => {
    const { files, path } = subject()
    const file = await files.open(path('a'), 'create')
    await file.write(Buffer.from('abc'), 0)
    expect((await file.read(1, 10)).toString()).toBe('bc')
    expect((await file.read(3, 10)).length).toBe(0)
    expect((await file.read(30, 10)).length).toBe(0)
    await file.close()
  })

  test('reads into a given buffer', async () => {
    const { files, path } = subject()
    const file = await files.open(path('a'), 'create')
    await file.write(Buffer.from('abcdef'), 0)
    const into = Buffer.from('.......')
    expect((await file.read(2, 3, into)).toString()).toBe('cde')
    expect(into.toString()).toBe('cde....')
    const rest = await file.read(4, 7, into)
    expect(rest.toString()).toBe('ef')
    expect(rest.buffer).toBe(into.buffer)
    await expect(file.read(0, 8, into)).rejects.toBeInstanceOf(RangeError)
    await file.close()
  })

  test('a gap reads as zeros, and so does the truncated part', async () => {
    const { files, path } = subject()
    const file = await files.open(path('a'), 'create')
    await file.write(Buffer.from('abcdef'), 0)
    await file.truncate(2)
    expect(await file.size()).toBe(2)
    await file.write(Buffer.from('z'), 4)
    expect((await file.read(0, 9)).toString('latin1')).toBe('ab\0\0z')
    await file.close()
  })

  test('writes a large buffer whole', async () => {
    const { files, path } = subject()
    const content = Buffer.alloc(5_000_000, 'rowhouse')
    const file = await files.open(path('a'), 'create')
    await file.write(content, 0)
    await file.datasync()
    await file.close()
    const again = await files.open(path('a'), 'read')
    expect((await again.read(0, 6_000_000)).equals(content)).toBe(true)
    await again.close()
  })

  test('writes synced bytes into the same file, under whatever name', async () => {
    const { files, path } = subject()
    const file = await files.open(path('a'), 'create')
    await file.write(Buffer.from('hello world'), 0)
    await files.rename(path('a'), path('b'))
    await file.writeSynced(Buffer.from('W'), 6)
    await file.writeSynced(Buffer.from('!'), 11)
    expect((await file.read(0, 20)).toString()).toBe('hello World!')
    await file.close()
    const again = await files.open(path('b'), 'read')
    expect((await again.read(0, 20)).toString()).toBe('hello World!')
    await expect(again.writeSynced(Buffer.from('x'), 0)).rejects.toMatchObject({ code: 'EBADF' })
    await again.close()
  })

  test('the caller may reuse a buffer once its write has resolved', async () => {
    const { files, path } = subject()
    const file = await files.open(path('a'), 'create')
    const buffer = Buffer.from('first')
    await file.write(buffer, 0)
    buffer.write('other')
    await file.datasync()
    expect((await file.read(0, 5)).toString()).toBe('first')
    await file.close()
  })

  test('a handle opened for reading refuses writes', async () => {
    const { files, path } = subject()
    await (await files.open(path('a'), 'create')).close()
    const file = await files.open(path('a'), 'read')
    await expect(file.write(Buffer.from('x'), 0)).rejects.toMatchObject({ code: 'EBADF' })
    await file.close()
  })

  test('free space is a number of bytes', async () => {
    const { files, path } = subject()
    expect(await files.freeSpace(path('.'))).toBeGreaterThan(0)
  })
}

function nameTests(subject: Subject): void {
  test('tells a file from a later one of the same name, and knows folders', async () => {
    const { files, path } = subject()
    const first = await files.open(path('a'), 'create')
    const identity = await files.identity(path('a'))
    expect(identity).toBeDefined()
    await first.write(Buffer.from('x'), 0)
    expect(await files.identity(path('a'))).toBe(identity)
    await files.rename(path('a'), path('b'))
    expect(await files.identity(path('b'))).toBe(identity)
    expect(await files.identity(path('a'))).toBeUndefined()
    await (await files.open(path('a'), 'create')).close()
    expect(await files.identity(path('a'))).not.toBe(identity)
    await files.remove(path('b'))
    await (await files.open(path('b'), 'create')).close()
    expect(await files.identity(path('b'))).not.toBe(identity)
    await first.close()
    expect(await files.identity(path('.'))).toBeDefined()
    expect(await files.identity(path('none/below'))).toBeUndefined()
  })

  test('lists sorted names; nothing for a folder that does not exist', async () => {
    const { files, path } = subject()
    for (const name of ['b', 'c', 'a']) await (await files.open(path(name), 'create')).close()
    expect(await files.list(path('.'))).toEqual(['a', 'b', 'c'])
    expect(await files.list(path('none'))).toEqual([])
  })

  test('makes folders with their parents, and again without complaint', async () => {
    const { files, path } = subject()
    await files.makeDirectory(path('x/y'))
    await files.makeDirectory(path('x/y'))
    await (await files.open(path('x/y/a'), 'create')).close()
    expect(await files.list(path('x'))).toEqual(['y'])
    expect(await files.list(path('x/y'))).toEqual(['a'])
  })

  test('create refuses an existing file; read and write need one', async () => {
    const { files, path } = subject()
    await (await files.open(path('a'), 'create')).close()
    await expect(files.open(path('a'), 'create')).rejects.toMatchObject({ code: 'EEXIST' })
    await expect(files.open(path('b'), 'read')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(files.open(path('b'), 'write')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(files.open(path('none/b'), 'create')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('rename replaces its target; open handles follow their file', async () => {
    const { files, path } = subject()
    const old = await files.open(path('target'), 'create')
    await old.write(Buffer.from('old'), 0)
    const fresh = await files.open(path('fresh'), 'create')
    await fresh.write(Buffer.from('new'), 0)
    await files.rename(path('fresh'), path('target'))
    await files.syncDirectory(path('.'))
    expect(await files.list(path('.'))).toEqual(['target'])
    await fresh.write(Buffer.from('N'), 0)
    const reader = await files.open(path('target'), 'read')
    expect((await reader.read(0, 3)).toString()).toBe('New')
    expect((await old.read(0, 3)).toString()).toBe('old')
    for (const file of [old, fresh, reader]) await file.close()
  })

  test('remove takes the name, and an open handle still reads', async () => {
    const { files, path } = subject()
    const file = await files.open(path('a'), 'create')
    await file.write(Buffer.from('abc'), 0)
    await files.remove(path('a'))
    expect(await files.list(path('.'))).toEqual([])
    expect((await file.read(0, 3)).toString()).toBe('abc')
    await file.close()
    await expect(files.remove(path('a'))).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(files.rename(path('a'), path('b'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('a folder is renamed with everything in it, to a name that is free', async () => {
    const { files, path } = subject()
    await files.makeDirectory(path('a/inner'))
    const file = await files.open(path('a/inner/file'), 'create')
    await file.write(Buffer.from('abc'), 0)
    await files.makeDirectory(path('taken'))
    await (await files.open(path('taken/file'), 'create')).close()
    await expect(files.rename(path('a'), path('taken'))).rejects.toMatchObject({
      code: 'ENOTEMPTY',
    })
    await files.rename(path('a'), path('b'))
    expect(await files.list(path('.'))).toEqual(['b', 'taken'])
    expect(await files.list(path('b'))).toEqual(['inner'])
    const found = await files.open(path('b/inner/file'), 'read')
    expect((await found.read(0, 3)).toString()).toBe('abc')
    await found.close()
    await file.close()
    // The name is free for another folder, which has nothing of the first one.
    await files.syncDirectory(path('.'))
    await files.makeDirectory(path('a/inner'))
    expect(await files.list(path('a/inner'))).toEqual([])
  })

  test('only an empty folder is removed', async () => {
    const { files, path } = subject()
    await files.makeDirectory(path('x'))
    await (await files.open(path('x/a'), 'create')).close()
    await expect(files.removeFolder(path('x'))).rejects.toMatchObject({ code: 'ENOTEMPTY' })
    await files.remove(path('x/a'))
    await files.removeFolder(path('x'))
    expect(await files.list(path('.'))).toEqual([])
    await expect(files.removeFolder(path('x'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
}

import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nodeFiles } from './node-files.js'
import { readDescriptor } from './read-descriptor.js'
import { type TemporaryFolder, temporaryFolder } from './testing/temporary-folder.js'

let folder: TemporaryFolder
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

it('reads what a handle has open, into memory that threads share', async () => {
  const file = await nodeFiles.open(join(folder.path, 'file'), 'create')
  await file.write(Buffer.from('0123456789'), 0)
  const target = Buffer.from(new SharedArrayBuffer(4))
  expect(readDescriptor(file.descriptor ?? -1, target, 3)).toBe(4)
  expect(target.toString()).toBe('3456')
  expect(readDescriptor(file.descriptor ?? -1, target, 8)).toBe(2)
  expect(target.toString()).toBe('8956')
  await file.close()
})

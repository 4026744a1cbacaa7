import { expect, test } from 'vitest'
import { decodeStoreManifest, encodeStoreManifest } from './run-manifest.js'

const key = (text: string): Buffer => Buffer.from(text)
const table = (number: number) => ({
  number,
  bytes: 2 ** 40 + number,
  entries: 7,
  tombstones: 2,
  firstKey: key('a'),
  lastKey: key('bb'),
})
const MANIFEST = {
  nextFile: 12,
  runs: [
    {
      from: key(''),
      tables: [table(3), table(4)],
      rangeTombstones: [{ start: key('a'), end: key('c') }],
    },
    { from: key('b'), tables: [], rangeTombstones: [{ start: key(''), end: key('\uffff') }] },
    { from: key('b'), tables: [table(1)], rangeTombstones: [] },
  ],
}

test('a manifest is read as it was written', () => {
  expect(decodeStoreManifest(encodeStoreManifest(MANIFEST), 'm')).toEqual(MANIFEST)
  const none = { nextFile: 1, runs: [] }
  expect(decodeStoreManifest(encodeStoreManifest(none), 'm')).toEqual(none)
})

test('any byte that is changed or missing is noticed', () => {
  const content = encodeStoreManifest(MANIFEST)
  for (let at = 0; at < content.length; at++) {
    const changed = Buffer.from(content)
    changed[at] = (changed[at] ?? 0) ^ 0x10
    expect(() => decodeStoreManifest(changed, 'm'), `byte ${at}`).toThrow(/The file m of the store/)
    expect(() => decodeStoreManifest(content.subarray(0, at), 'm')).toThrow()
  }
})

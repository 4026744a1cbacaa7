import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isOlder } from './is-older.mjs'

test('a bundle is old when it is missing, or a program below its folders is newer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-older-'))
  const pathOf = (name: string): string => join(folder, name)
  const write = (name: string, seconds: number): void => {
    writeFileSync(pathOf(name), '')
    utimesSync(pathOf(name), seconds, seconds)
  }
  try {
    mkdirSync(pathOf('dist/deep'), { recursive: true })
    write('dist/first.js', 1_000)
    write('dist/deep/second.js', 1_010)
    write('dist/note.txt', 2_000)
    const sources = [pathOf('dist'), pathOf('missing')]
    expect(isOlder(pathOf('bundle'), sources)).toBe(true)
    write('bundle', 1_005)
    expect(isOlder(pathOf('bundle'), sources)).toBe(true)
    write('bundle', 1_010)
    expect(isOlder(pathOf('bundle'), sources)).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

import { expect, test } from 'vitest'
import { mediaMaker } from '../media-rows.js'
import { MEDIA_TYPES } from '../rows/media-file.js'
import { thumbnailOf } from './thumbnail.js'

const fileAt = mediaMaker(1)
const files = Array.from({ length: 2_000 }, (_, row) => fileAt(row))

test('equal files have equal pictures, and different ones mostly have others', () => {
  const pictures = files.slice(1_100).map(thumbnailOf)
  expect(files.slice(1_100).map(thumbnailOf)).toEqual(pictures)
  expect(new Set(pictures).size).toBeGreaterThan(850)
})

test.each(MEDIA_TYPES)('a file of type %s has a picture that asks nobody for anything', (type) => {
  for (const file of files.filter((one) => one.type === type)) {
    const picture = thumbnailOf(file)
    expect(picture).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" .*<\/svg>$/u)
    expect(picture).not.toMatch(/NaN|href|url\(|<script|<image|undefined/)
  }
})

test('every box and every face is drawn', () => {
  const file = files.find(
    ({ type, tags, faces }) => type === 'image' && tags.length > 1 && faces.length > 1,
  )
  if (file === undefined) throw new Error('there is such a file')
  const without = thumbnailOf({ ...file, faces: [], tags: file.tags.slice(0, 1) })
  const count = (picture: string, what: string): number => picture.split(what).length
  expect(count(thumbnailOf(file), '<ellipse') - count(without, '<ellipse')).toBe(file.faces.length)
  expect(count(thumbnailOf(file), 'rx="4"')).toBe(
    1 + file.tags.filter(({ x }) => x !== undefined).length,
  )
})

test('what a user wrote stays text', () => {
  const [file] = files
  if (file === undefined) throw new Error('there are files')
  const hostile = '"/><script>alert(1)</script>&\u0000'
  const tags = [{ tag: hostile, score: 1, parent: hostile }]
  const picture = thumbnailOf({ ...file, title: hostile, tags })
  expect(picture).not.toContain('<script')
  expect(picture.match(/[<>]/g)?.length).toBe(
    thumbnailOf({ ...file, title: 'x', tags: [{ tag: 'x', score: 1, parent: 'x' }] }).match(/[<>]/g)
      ?.length,
  )
})

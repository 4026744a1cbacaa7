import { expect, test } from 'vitest'
import { DAY_MS } from '../generate/beijing-calendar.js'
import { mediaMaker } from './media-rows.js'
import { MANUAL_FROM, MANUAL_TO, MEDIA_AS_OF, STAR, TABLESTORE } from './rows/planted-media.js'
import { TAG_TREE, parentOfTag } from './rows/tag-tree.js'

const fileAt = mediaMaker(1)
const files = Array.from({ length: 20_000 }, (_, row) => fileAt(row))
const drawn = files.filter(({ userId }) => /^u\d/.test(userId))
const ofUser = (name: string, type: string) =>
  files.filter(({ userId, type: its }) => userId === name && its === type)

test('a file depends on its row alone', () => {
  expect(mediaMaker(1)(15_432)).toEqual(files[15_432])
  expect(mediaMaker(2)(15_432)).not.toEqual(files[15_432])
})

test('user A has 120 happy images of the last year, 40 of them with a higher other tag', () => {
  const happy = ofUser('userA', 'image').filter(
    ({ createdAt, tags }) =>
      createdAt >= MEDIA_AS_OF - 365 * DAY_MS && tags.some(({ tag }) => tag === '开心'),
  )
  expect(happy).toHaveLength(120)
  expect(happy.filter(({ tags }) => tags[0]?.tag !== '开心')).toHaveLength(40)
})

test('user B has 60 videos of one person among two faces', () => {
  const found = ofUser('userB', 'video').filter(({ faces }) =>
    faces.some(({ person }) => person === STAR),
  )
  expect(found).toHaveLength(60)
  expect(new Set(found.map(({ faces }) => faces.length))).toEqual(new Set([2]))
})

test("the manual's tag has images on both bounds of its range", () => {
  const times = ofUser('userD', 'image')
    .filter(({ tags }) => tags.some(({ tag }) => tag === TABLESTORE))
    .map(({ createdAt }) => createdAt)
  expect(times).toContain(MANUAL_FROM)
  expect(times).toContain(MANUAL_FROM - 1)
  expect(times).toContain(MANUAL_TO - 1)
  expect(times).toContain(MANUAL_TO)
})

test('there are 2,000 tags with parents, each below a wide one', () => {
  expect(new Set(TAG_TREE.map(({ name }) => name)).size).toBe(2_000)
  expect(parentOfTag('猫·特写')).toBe('猫')
  expect(parentOfTag('猫')).toBe('动物')
})

test('30 % of the drawn files have a place, and 5 % a column that no other file has', () => {
  const share = (count: number): number => count / drawn.length
  expect(share(drawn.filter(({ place }) => place !== undefined).length)).toBeCloseTo(0.3, 1)
  const names = drawn.flatMap(({ extra }) => (extra === undefined ? [] : [extra.name]))
  expect(share(names.length)).toBeCloseTo(0.05, 2)
  expect(new Set(names).size).toBe(names.length)
})

test('photographs of the Library of Congress say that they are real', () => {
  expect(files.filter(({ origin }) => origin === 'real')).toHaveLength(492)
})

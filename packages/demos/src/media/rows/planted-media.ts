import { DAY_MS } from '../../generate/beijing-calendar.js'
import { Draws } from '../../generate/draws.js'
import { type Place, movedBy } from '../../places/geometry.js'
import type { Face, MediaPlace, MediaType, NewMediaFile, Tag } from './media-file.js'
import { parentOfTag } from './tag-tree.js'

export const HAPPY = '开心'
export const TABLESTORE = '表格存储'
/** A famous person whom nobody is. */
export const STAR = '欧阳晴'
const OTHER_FACE = '司徒朗'

/** Midnight in Beijing before 2019: "last year" is 2018. */
export const MEDIA_AS_OF = Date.UTC(2018, 11, 31, 16)
export const LAST_YEAR_BEGIN = Date.UTC(2017, 11, 31, 16)

/** The manual's range, which is half open: 2018-01-01 to 2018-12-01, 16:00 in Beijing. */
export const MANUAL_FROM = 1_514_793_600_000
export const MANUAL_TO = 1_543_651_200_000

interface Planted {
  readonly count: number
  readonly userId: string
  readonly type: MediaType
  readonly createdAt: (nth: number) => number
  readonly tags?: (nth: number) => readonly Tag[]
  readonly faces?: (nth: number) => readonly Face[]
  readonly title?: string
  readonly place?: (nth: number) => MediaPlace
}

const MIMES: Readonly<Record<MediaType, string>> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/mpeg',
  document: 'application/pdf',
}

export const mimeOf = (type: MediaType): string => MIMES[type]

const tag = (name: string, score: number): Tag => ({ tag: name, score, parent: parentOfTag(name) })

const face = (person: string, similarity: number, x: number): Face => ({
  person,
  similarity,
  x,
  y: 0.2,
  w: 0.18,
  h: 0.3,
})

const inYear =
  (begin: number) =>
  (nth: number): number =>
    begin + ((nth * 37) % 364) * DAY_MS + nth * 61_000

const lastYear = inYear(LAST_YEAR_BEGIN)
const yearBefore = inYear(LAST_YEAR_BEGIN - 365 * DAY_MS)
const falling = (from: number, nth: number): number => Math.round((from - nth * 0.004) * 1e3) / 1e3

/** Every third of the 120 has another tag with a higher score. */
const happyTags = (nth: number): readonly Tag[] => [
  tag(HAPPY, falling(0.93, nth)),
  nth % 3 === 0 ? tag('海边', 0.99) : tag('生日', 0.3),
]
const sureHappy = (): readonly Tag[] => [tag(HAPPY, 0.999)]

/** The answer, and then rows that break one clause alone and would stand before it. */
const HAPPY_IMAGES: readonly Planted[] = [
  { count: 120, userId: 'userA', type: 'image', createdAt: lastYear, tags: happyTags },
  { count: 30, userId: 'userA', type: 'image', createdAt: lastYear, tags: () => [tag('海边', 1)] },
  { count: 20, userId: 'userA', type: 'image', createdAt: yearBefore, tags: sureHappy },
  { count: 20, userId: 'userA', type: 'video', createdAt: lastYear, tags: sureHappy },
  { count: 20, userId: 'userC', type: 'image', createdAt: lastYear, tags: sureHappy },
]

/** The other face is more alike in every second. */
const starFaces = (nth: number): readonly Face[] => [
  face(OTHER_FACE, nth % 2 === 0 ? 0.998 : 0.4, 0.1),
  face(STAR, falling(0.97, nth), 0.6),
]
const sureStar = (): readonly Face[] => [face(STAR, 0.999, 0.4), face(OTHER_FACE, 0.5, 0.1)]
const noStar = (): readonly Face[] => [face(OTHER_FACE, 0.999, 0.4), face('钟离云', 0.9, 0.1)]

const STAR_VIDEOS: readonly Planted[] = [
  { count: 60, userId: 'userB', type: 'video', createdAt: lastYear, faces: starFaces },
  { count: 20, userId: 'userB', type: 'video', createdAt: lastYear, faces: noStar },
  { count: 20, userId: 'userB', type: 'image', createdAt: lastYear, faces: sureStar },
  { count: 20, userId: 'userC', type: 'video', createdAt: lastYear, faces: sureStar },
]

const tablestore = (nth: number): readonly Tag[] => [tag(TABLESTORE, falling(0.98, nth))]
const sureTablestore = (): readonly Tag[] => [tag(TABLESTORE, 1)]
/** From the first moment of the range to its last. */
const inManualRange = (nth: number): number =>
  MANUAL_FROM + Math.floor((nth * (MANUAL_TO - 1 - MANUAL_FROM)) / 89)

const MANUAL_IMAGES: readonly Planted[] = [
  { count: 90, userId: 'userD', type: 'image', createdAt: inManualRange, tags: tablestore },
  { count: 10, userId: 'userD', type: 'image', createdAt: () => MANUAL_TO, tags: sureTablestore },
  {
    count: 10,
    userId: 'userD',
    type: 'image',
    createdAt: () => MANUAL_FROM - 1,
    tags: sureTablestore,
  },
  { count: 10, userId: 'userD', type: 'video', createdAt: inManualRange, tags: sureTablestore },
  {
    count: 10,
    userId: 'userD',
    type: 'image',
    createdAt: inManualRange,
    tags: () => [tag('报表', 1)],
  },
]

/** The middle of the map of places. */
export const WEST_LAKE: Place = { latitude: 30.25, longitude: 120.16 }

const atWestLake = (nth: number): MediaPlace => ({
  name: '杭州',
  ...movedBy(WEST_LAKE, 100 * nth, -80 * nth),
})

const TRAVELS: readonly Planted[] = [
  { count: 30, userId: 'userE', type: 'image', createdAt: lastYear, place: atWestLake },
  { count: 10, userId: 'userE', type: 'video', createdAt: lastYear, place: atWestLake },
  { count: 10, userId: 'userE', type: 'image', createdAt: lastYear, title: 'New York by night' },
  { count: 10, userId: 'userE', type: 'video', createdAt: lastYear, title: 'New York by day' },
]

const filesOf = (seed: number, kind: number, planted: Planted): NewMediaFile[] =>
  Array.from({ length: planted.count }, (_, nth) => {
    const { userId, type, createdAt, tags = () => [], faces = () => [], title, place } = planted
    const draws = new Draws(seed, `planted media ${kind}`, nth)
    return {
      userId,
      type,
      mime: mimeOf(type),
      title: title ?? `${userId} 的${type === 'video' ? '视频' : '照片'} ${nth + 1}`,
      bytes: draws.between(1, 9_000_000),
      width: 4_000,
      height: 3_000,
      seconds: type === 'video' ? draws.between(5, 600) : 0,
      createdAt: createdAt(nth),
      camera: '',
      tags: tags(nth).toSorted((a, b) => b.score - a.score),
      faces: faces(nth),
      place: place?.(nth),
      extra: undefined,
      origin: 'generated',
    }
  })

export const plantedMedia = (seed: number): readonly NewMediaFile[] =>
  [...HAPPY_IMAGES, ...STAR_VIDEOS, ...MANUAL_IMAGES, ...TRAVELS].flatMap((planted, kind) =>
    filesOf(seed, kind, planted),
  )

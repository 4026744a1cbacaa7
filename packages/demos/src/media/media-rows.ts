import { outOfRange } from '@rowhouse/platform'
import { DAY_MS, calendar, weighted } from '../generate/beijing-calendar.js'
import { Draws } from '../generate/draws.js'
import { personName } from '../generate/people.js'
import { shuffle } from '../generate/shuffle-numbers.js'
import { zipf } from '../generate/zipf.js'
import { type City, cityWeight, readCities } from '../places/cities.js'
import { movedBy } from '../places/geometry.js'
import {
  type Box,
  type Face,
  MEDIA_TYPES,
  type MediaFile,
  type MediaPlace,
  type MediaType,
  type Tag,
  fileIdOf,
} from './rows/media-file.js'
import { readPhotographs } from './rows/photographs.js'
import { MEDIA_AS_OF, mimeOf, plantedMedia } from './rows/planted-media.js'
import { KINDS, TAG_TREE } from './rows/tag-tree.js'

export const USERS = 200_000
const PERSONS = 300
const YEARS = 4
const DAYS = YEARS * 365
const TYPE_SHARES = [70, 18, 4, 8]
const TAGS_MAX = 6
const FACES_MAX = 3
const PLACE_SHARE = 0.3
const EXTRA_SHARE = 0.05

const SIZES: Readonly<Record<MediaType, readonly [least: number, most: number]>> = {
  image: [200_000, 14_000_000],
  video: [3_000_000, 2_000_000_000],
  audio: [1_000_000, 20_000_000],
  document: [15_000, 8_000_000],
}
const SHAPES = [
  [4_032, 3_024],
  [3_024, 4_032],
  [1_920, 1_080],
  [1_080, 1_920],
  [2_048, 2_048],
] as const
const CAMERAS = ['', 'Lumen 5', 'Lumen 6 Pro', 'Kestrel X100', 'Aurora A7', '云影 12', '云影 13']

/** Makes the file of a row: the planted ones first, then photographs, then as many as are wanted. */
export function mediaMaker(seed: number): (row: number) => MediaFile {
  const fixed = [...plantedMedia(seed), ...readPhotographs()]
  const drawn = drawnMedia(seed)
  return (row) => {
    const file = fixed[row]
    return file === undefined ? drawn(row) : { ...file, id: fileIdOf(row) }
  }
}

function drawnMedia(seed: number): (row: number) => MediaFile {
  const timeAt = calendar({ from: MEDIA_AS_OF - DAYS * DAY_MS, days: DAYS })
  const typeAt = weighted(TYPE_SHARES)
  const userAt = zipf(USERS, 0.8)
  const userOfRank = shuffle(seed, USERS)
  const subjects = subjectsOf(seed)
  return (row) => {
    const draws = new Draws(seed, 'media', row)
    const type = MEDIA_TYPES[Math.floor(typeAt(draws.next()))] ?? outOfRange()
    const userId = `u${String(userOfRank(userAt(draws.next()))).padStart(6, '0')}`
    const createdAt = timeAt(draws.next(), draws.next())
    const isPicture = type === 'image' || type === 'video'
    const [width, height] = isPicture ? draws.pick(SHAPES) : ([0, 0] as const)
    const [least, most] = SIZES[type]
    const tags = subjects.tags(draws)
    const place = draws.chance(PLACE_SHARE) ? subjects.place(draws) : undefined
    return {
      id: fileIdOf(row),
      userId,
      type,
      mime: mimeOf(type),
      title: [place?.name, ...tags.slice(0, 2).map(({ tag }) => tag)].filter(Boolean).join(' '),
      bytes: Math.floor(least * (most / least) ** draws.next()),
      width,
      height,
      seconds: type === 'video' || type === 'audio' ? draws.between(3, 1_800) : 0,
      createdAt,
      camera: type === 'image' ? draws.pick(CAMERAS) : '',
      tags,
      faces: isPicture ? subjects.faces(draws) : [],
      place,
      extra: draws.chance(EXTRA_SHARE)
        ? { name: `field_${row}`, value: `value of ${row}` }
        : undefined,
      origin: 'generated',
    }
  }
}

/** What can be in a picture. */
function subjectsOf(seed: number) {
  const tagAt = zipf(TAG_TREE.length, 0.9)
  // The kinds of one wide tag are not all frequent or all rare.
  const kindOfRank = shuffle(seed, KINDS)
  const tagOfRank = (rank: number) =>
    TAG_TREE[rank < KINDS ? kindOfRank(rank) : rank] ?? outOfRange()
  const personAt = zipf(PERSONS, 0.8)
  const persons = Array.from({ length: PERSONS }, (_, nth) =>
    personName(new Draws(seed, 'person', nth)),
  )
  const cities = readCities()
  const cityAt = weighted(cities.map(cityWeight))
  return {
    tags: (draws: Draws): readonly Tag[] => {
      const found = new Map<string, Tag>()
      for (let count = draws.below(TAGS_MAX + 1); count > 0; count -= 1) {
        const { name, parent = name } = tagOfRank(tagAt(draws.next()))
        found.set(name, { tag: name, score: thousandths(0.3 + 0.7 * draws.next()), parent })
      }
      const tags = [...found.values()].toSorted((a, b) => b.score - a.score)
      return tags.map((tag, nth) => (nth < 2 ? boxedTag(tag, boxOf(draws)) : tag))
    },
    faces: (draws: Draws): readonly Face[] => {
      const count = Math.max(0, draws.between(-FACES_MAX, FACES_MAX))
      return Array.from({ length: count }, () => {
        const person = persons[personAt(draws.next())] ?? outOfRange()
        const similarity = thousandths(0.4 + 0.6 * draws.next())
        const { x, y, w, h } = boxOf(draws)
        return { person, similarity, x, y, w, h }
      })
    },
    place: (draws: Draws): MediaPlace => {
      const city: City = cities[Math.floor(cityAt(draws.next()))] ?? outOfRange()
      const north = draws.between(-9_000, 9_000)
      const { latitude, longitude } = movedBy(city, north, draws.between(-9_000, 9_000))
      return { latitude, longitude, name: city.name }
    },
  }
}

const boxedTag = ({ tag, score, parent }: Tag, { x, y, w, h }: Box): Tag => ({
  tag,
  score,
  parent,
  x,
  y,
  w,
  h,
})

function boxOf(draws: Draws): Box {
  const [w, h] = [0.1 + 0.3 * draws.next(), 0.1 + 0.4 * draws.next()]
  const [x, y] = [(1 - w) * draws.next(), (1 - h) * draws.next()]
  return { x: thousandths(x), y: thousandths(y), w: thousandths(w), h: thousandths(h) }
}

const thousandths = (value: number): number => Math.round(value * 1_000) / 1_000

import { query, sort } from '@rowhouse/client'
import type { Clause } from '../../sample/clause.js'
import { keyQuestions } from '../../sample/key-questions.js'
import { type ListOrder, type Listed, largestFirst, listsOf } from '../../sample/list-question.js'
import { metresBetween, movedBy, type Place } from '../../places/geometry.js'
import { MEDIA_INDEX, mediaKey, mediaTable } from '../media-table.js'
import { type MediaFile, fileIdOf } from '../rows/media-file.js'
import {
  HAPPY,
  LAST_YEAR_BEGIN,
  MANUAL_FROM,
  MANUAL_TO,
  MEDIA_AS_OF,
  STAR,
  TABLESTORE,
  WEST_LAKE,
} from '../rows/planted-media.js'
import {
  hasPerson,
  hasPhrase,
  hasSureTag,
  hasTag,
  hasTagBelow,
  isAt,
  isCreated,
  isOfType,
  isOfUser,
  wordsOf,
} from './media-clauses.js'
import { mediaFileOfRow } from './media-file-of-row.js'

const media: Listed<typeof mediaTable, MediaFile, MediaFile> = {
  table: mediaTable,
  index: MEDIA_INDEX,
  rowOf: mediaFileOfRow,
  rowOfFact: (file) => file,
}

const mediaList = listsOf(media)

/** By the score of this tag alone: another one of the file may be higher. */
const byTagScore = (tag: string): ListOrder<MediaFile> => {
  const scoreOf = ({ tags }: MediaFile): number =>
    Math.max(...tags.filter((one) => one.tag === tag).map(({ score }) => score))
  return {
    sorter: sort.byField('tags.score', 'DESC', {
      mode: 'MAX',
      nestedFilter: { path: 'tags', filter: query.term('tags.tag', tag) },
    }),
    compare: (a, b) => difference(scoreOf(b), scoreOf(a)),
  }
}

const bySimilarity = (person: string): ListOrder<MediaFile> => {
  const similarityOf = ({ faces }: MediaFile): number =>
    Math.max(...faces.filter((face) => face.person === person).map((face) => face.similarity))
  return {
    sorter: sort.byField('faces.similarity', 'DESC', {
      mode: 'MAX',
      nestedFilter: { path: 'faces', filter: query.term('faces.person', person) },
    }),
    compare: (a, b) => difference(similarityOf(b), similarityOf(a)),
  }
}

/** Two files without the value are equal. */
const difference = (a: number, b: number): number => (a === b ? 0 : a - b)

const newestFirst = largestFirst<MediaFile>('createdAt', ({ createdAt }) => createdAt)

const lastYear = { from: LAST_YEAR_BEGIN, to: MEDIA_AS_OF }
const HALF_YEAR_MS = 183 * 86_400_000
const around = ({ createdAt }: MediaFile) => ({
  from: createdAt - HALF_YEAR_MS,
  to: createdAt + HALF_YEAR_MS,
})

/** A tag of the file; of files without any, one that is frequent. */
const tagOf = ({ tags }: MediaFile, draw: number): string =>
  tags[Math.floor(draw * tags.length)]?.tag ?? HAPPY

export interface TaggedOfUser {
  readonly userId: string
  readonly type: string
  readonly tag: string
  readonly from: number
  readonly to: number
}

/** The manual's user A: images of the last year with a tag, by the score of that tag. */
export const taggedOfUserQuestion = mediaList<TaggedOfUser>({
  name: 'tagged-of-user',
  persona: 'user',
  planted: { userId: 'userA', type: 'image', tag: HAPPY, ...lastYear },
  draw: (file, draws) => ({
    userId: file.userId,
    type: file.type,
    tag: tagOf(file, draws.next()),
    ...around(file),
  }),
  clauses: ({ userId, type, tag, from, to }) => ({
    user: isOfUser(userId),
    type: isOfType(type),
    tag: hasTag(tag),
    time: isCreated(from, to),
  }),
  order: ({ tag }) => byTagScore(tag),
})

export interface PersonOfUser {
  readonly userId: string
  readonly type: string
  readonly person: string
}

/** The manual's user B: videos with a person, by similarity. */
export const personOfUserQuestion = mediaList<PersonOfUser>({
  name: 'person-of-user',
  persona: 'user',
  planted: { userId: 'userB', type: 'video', person: STAR },
  draw: ({ userId, type, faces }) => ({ userId, type, person: faces[0]?.person ?? STAR }),
  clauses: ({ userId, type, person }) => ({
    user: isOfUser(userId),
    type: isOfType(type),
    person: hasPerson(person),
  }),
  order: ({ person }) => bySimilarity(person),
})

export type Tagged = Omit<TaggedOfUser, 'userId'>

/** The manual's query, of all users. */
export const taggedQuestion = mediaList<Tagged>({
  name: 'tagged',
  persona: 'platform',
  planted: { type: 'image', tag: TABLESTORE, from: MANUAL_FROM, to: MANUAL_TO },
  draw: (file, draws) => ({
    type: file.type,
    tag: tagOf(file, draws.next()),
    ...around(file),
  }),
  clauses: ({ type, tag, from, to }) => ({
    type: isOfType(type),
    tag: hasTag(tag),
    time: isCreated(from, to),
  }),
  order: ({ tag }) => byTagScore(tag),
})

export interface SureTag {
  readonly type: string
  readonly tag: string
  readonly scoreMin: number
}

export const sureTagQuestion = mediaList<SureTag>({
  name: 'sure-tag',
  persona: 'platform',
  planted: { type: 'image', tag: HAPPY, scoreMin: 0.9 },
  draw: (file, draws) => ({
    type: file.type,
    tag: tagOf(file, draws.next()),
    scoreMin: draws.between(30, 90) / 100,
  }),
  clauses: ({ type, tag, scoreMin }) => ({
    type: isOfType(type),
    tag: hasSureTag(tag, scoreMin),
  }),
  order: () => newestFirst,
})

export interface BelowTag {
  readonly userId: string
  readonly parent: string
}

/** All below a wide tag. */
export const belowTagQuestion = mediaList<BelowTag>({
  name: 'below-tag',
  persona: 'user',
  planted: { userId: 'userA', parent: '情绪' },
  draw: ({ userId, tags }) => ({ userId, parent: tags[0]?.parent ?? '情绪' }),
  clauses: ({ userId, parent }) => ({ user: isOfUser(userId), parent: hasTagBelow(parent) }),
  order: () => newestFirst,
})

export interface AtPlace {
  readonly place: string
  readonly type: string
}

export const atPlaceQuestion = mediaList<AtPlace>({
  name: 'at-place',
  persona: 'platform',
  planted: { place: '杭州', type: 'image' },
  draw: ({ place, type }) => ({ place: place?.name ?? '上海', type }),
  clauses: ({ place, type }) => ({ place: isAt(place), type: isOfType(type) }),
  order: () => largestFirst('size', ({ bytes }) => bytes),
})

export interface AroundPlace {
  readonly centre: Place
  readonly metres: number
  readonly type: string
}

const isWithin = (centre: Place, metres: number): Clause<MediaFile> => ({
  query: query.geoDistance('pos', { lat: centre.latitude, lon: centre.longitude }, metres),
  passes: ({ place }) => place !== undefined && metresBetween(place, centre) <= metres,
})

/** On the map of places. */
export const aroundPlaceQuestion = mediaList<AroundPlace>({
  name: 'around-place',
  persona: 'user',
  planted: { centre: WEST_LAKE, metres: 2_000, type: 'image' },
  draw: ({ place = { ...WEST_LAKE, name: '' }, type }, draws) => ({
    centre: movedBy(place, draws.between(-900, 900), draws.between(-900, 900)),
    metres: draws.between(1_500, 20_000),
    type,
  }),
  clauses: ({ centre, metres, type }) => ({
    distance: isWithin(centre, metres),
    type: isOfType(type),
  }),
  order: () => newestFirst,
})

export interface ByTitle {
  readonly words: string
  readonly type: string
}

export const byTitleQuestion = mediaList<ByTitle>({
  name: 'by-title',
  persona: 'user',
  planted: { words: 'new york', type: 'image' },
  draw: ({ title, type }, draws) => {
    const words = title === '' ? [HAPPY] : wordsOf(title)
    const from = draws.below(Math.max(1, words.length - 1))
    return { words: words.slice(from, from + 2).join(' '), type }
  },
  clauses: ({ words, type }) => ({ words: hasPhrase(words), type: isOfType(type) }),
  order: () => newestFirst,
})

/** A file by its key, and by the index. */
export const { byKey: fileByKey, byIndex: fileByIndex } = keyQuestions(media, {
  noun: 'file',
  persona: 'user',
  planted: { id: fileIdOf(0) },
  keyOf: mediaKey,
  field: 'fileId',
})

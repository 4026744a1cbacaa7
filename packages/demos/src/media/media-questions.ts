import { answerOf, compareText, groupLine, groupsOf } from '../scenario/answer-of.js'
import { type Answer, LIMIT, type Question } from '../scenario/scenario.js'
import { keyOrderOf } from '../scenario/scenario-key.js'
import {
  bestOf,
  byField,
  descending,
  long,
  matchAll,
  must,
  nested,
  phrase,
  range,
  term,
} from '../scenario/sdk-queries.js'
import type { MediaFile } from './media-file.js'

type MediaQuestion = Question<MediaFile>

const HAPPY = '开心'
const PERSON = 'Ada Lovelace'
const YEAR_FROM = Date.UTC(2018, 0, 1)
const YEAR_TO = Date.UTC(2019, 0, 1)
const SURE = 0.9

const found = (
  items: readonly MediaFile[],
  passes: (file: MediaFile) => boolean,
  compare: (a: MediaFile, b: MediaFile) => number,
): Answer => answerOf(items, ({ id }) => id, keyOrderOf, passes, compare)

const tagScore = ({ tags }: MediaFile, name: string): number =>
  Math.max(...tags.filter(({ tag }) => tag === name).map(({ score }) => score))

const similarity = ({ faces }: MediaFile): number =>
  Math.max(...faces.filter(({ person }) => person === PERSON).map((face) => face.similarity))

const hasTag = ({ tags }: MediaFile, name: string): boolean => tags.some(({ tag }) => tag === name)
const byTag = (name: string) => bestOf('tags.score', 'tags', term('tags.tag', name))
const tagged = (name: string) => nested('tags', term('tags.tag', name))

const ofTheManual: readonly MediaQuestion[] = [
  {
    name: `a user's images of 2018 with the tag ${HAPPY}, by that tag's score`,
    search: {
      query: must(
        term('userId', 'userA'),
        term('type', 'image'),
        range('createdAt', long(YEAR_FROM), long(YEAR_TO)),
        tagged(HAPPY),
      ),
      sorters: [byTag(HAPPY)],
    },
    answer: (items) =>
      found(
        items,
        (file) =>
          file.user === 'userA' &&
          file.type === 'image' &&
          file.createdAt >= YEAR_FROM &&
          file.createdAt < YEAR_TO &&
          hasTag(file, HAPPY),
        (a, b) => tagScore(b, HAPPY) - tagScore(a, HAPPY),
      ),
  },
  {
    name: `a user's videos with ${PERSON}, by similarity`,
    search: {
      query: must(
        term('userId', 'userB'),
        term('type', 'video'),
        nested('faces', term('faces.person', PERSON)),
      ),
      sorters: [bestOf('faces.similarity', 'faces', term('faces.person', PERSON))],
    },
    answer: (items) =>
      found(
        items,
        (file) =>
          file.user === 'userB' &&
          file.type === 'video' &&
          file.faces.some(({ person }) => person === PERSON),
        (a, b) => similarity(b) - similarity(a),
      ),
  },
]

const ofPhotographs: readonly MediaQuestion[] = [
  {
    name: 'horses, the surest first',
    search: { query: tagged('horse'), sorters: [byTag('horse')] },
    answer: (items) =>
      found(
        items,
        (file) => hasTag(file, 'horse'),
        (a, b) => tagScore(b, 'horse') - tagScore(a, 'horse'),
      ),
  },
  {
    name: `photographs where one and the same tag is a boat and at least ${SURE}, the oldest last`,
    search: {
      query: nested('tags', must(term('tags.tag', 'boat'), range('tags.score', SURE, undefined))),
      sorters: [descending('year')],
    },
    answer: (items) =>
      found(
        items,
        ({ tags }) => tags.some(({ tag, score }) => tag === 'boat' && score >= SURE),
        (a, b) => b.year - a.year,
      ),
  },
  {
    name: 'titles with the phrase "new york", the latest first',
    search: { query: phrase('title', 'new york'), sorters: [descending('year')] },
    answer: (items) => found(items, hasNewYork, (a, b) => b.year - a.year),
  },
  {
    name: 'higher than 1,000 points with a dog and a person, the highest first',
    search: {
      query: must(range('height', long(1_000), undefined), tagged('dog'), tagged('person')),
      sorters: [descending('height')],
    },
    answer: (items) =>
      found(
        items,
        (file) => file.height >= 1_000 && hasTag(file, 'dog') && hasTag(file, 'person'),
        (a, b) => b.height - a.height,
      ),
  },
]

const hasNewYork = ({ title }: MediaFile): boolean =>
  (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).some(
    (word, at, words) => word === 'new' && words[at + 1] === 'york',
  )

const ofStatistics: readonly MediaQuestion[] = [
  {
    name: 'files by user',
    search: { query: matchAll, groupBy: byField('userId', LIMIT), limit: 0 },
    answer: (items) => groupedBy(items, ({ user }) => user),
  },
  {
    name: 'files by year',
    search: { query: term('type', 'image'), groupBy: byField('year', LIMIT), limit: 0 },
    answer: (items) =>
      groupedBy(
        items.filter(({ type }) => type === 'image'),
        ({ year }) => String(year),
        (a, b) => Number(a) - Number(b),
      ),
  },
]

const groupedBy = (
  items: readonly MediaFile[],
  keyOf: (file: MediaFile) => string,
  compareKeys: (a: string, b: string) => number = compareText,
): Answer => ({
  total: items.length,
  ids: [],
  groups: [...groupsOf(items, keyOf)]
    .toSorted((a, b) => b[1].length - a[1].length || compareKeys(a[0], b[0]))
    .slice(0, LIMIT)
    .map(([key, files]) => groupLine(key, files.length, [])),
})

export const MEDIA_QUESTIONS: readonly MediaQuestion[] = [
  ...ofTheManual,
  ...ofPhotographs,
  ...ofStatistics,
]

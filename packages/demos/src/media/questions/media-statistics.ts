import { aggregate } from '@rowhouse/client'
import { outOfRange } from '@rowhouse/platform'
import { monthBegin } from '../../generate/beijing-calendar.js'
import { type Clauses, passesAll, queriesOf } from '../../sample/clause.js'
import { metricOf } from '../../sample/metric-of.js'
import { searchQuestion } from '../../sample/search-question.js'
import { type Tally, compareText, tallyGroups } from '../../sample/tally.js'
import { MEDIA_INDEX, mediaTable } from '../media-table.js'
import type { MediaFile } from '../rows/media-file.js'
import { HAPPY, LAST_YEAR_BEGIN, MEDIA_AS_OF } from '../rows/planted-media.js'
import { hasTag, isCreated, isOfType, isOfUser } from './media-clauses.js'

export interface MediaGroup {
  readonly key: string
  readonly rows: number
  /** Of all files of the group together. */
  readonly bytes: number
}

const TOP = 20
const topic = { persona: 'platform', table: mediaTable, index: MEDIA_INDEX } as const
const bytes = { aggregations: { bytes: aggregate.sum('size') } }

interface TopOptions {
  readonly passes: (file: MediaFile) => boolean
  readonly keysOf: (file: MediaFile) => readonly string[]
  readonly by: 'rows' | 'bytes'
}

const tallyTop = ({ passes, keysOf, by }: TopOptions): Tally<MediaFile, readonly MediaGroup[]> =>
  tallyGroups({ passes, keysOf, valueOf: (file) => file.bytes }, (groups) =>
    [...groups]
      .map(([key, { rows, sum }]): MediaGroup => ({ key, rows, bytes: sum }))
      .toSorted((a, b) => b[by] - a[by] || compareText(a.key, b.key))
      .slice(0, TOP),
  )

const groupOf = (item: {
  readonly key: string
  readonly rowCount: number
  readonly subAggregations: Parameters<typeof metricOf>[0]['subAggregations']
}): MediaGroup => ({ key: item.key, rows: item.rowCount, bytes: metricOf(item, 'bytes') })

export interface OfUser {
  readonly userId: string
}

const ofUser = ({ userId }: OfUser): Clauses<MediaFile> => ({ user: isOfUser(userId) })

/** How much a user has of each type. */
export const sizesOfUserQuestion = searchQuestion({
  ...topic,
  persona: 'user',
  name: 'sizes-of-user',
  planted: { userId: 'userA' },
  draw: ({ userId }: MediaFile): OfUser => ({ userId }),
  clauses: (parameters: OfUser) => queriesOf(ofUser(parameters)),
  shape: () => ({ limit: 0, groups: { types: aggregate.byValue('type', bytes) } }),
  answerOf: ({ groups }) => groups.types.items.map(groupOf),
  tally: (parameters) =>
    tallyTop({
      passes: passesAll(ofUser(parameters)),
      keysOf: ({ type }) => [type],
      by: 'rows',
    }),
})

export interface TypeInTime {
  readonly type: string
  readonly from: number
  readonly to: number
}

const inTime = ({ type, from, to }: TypeInTime): Clauses<MediaFile> => ({
  type: isOfType(type),
  time: isCreated(from, to),
})

const timed = {
  ...topic,
  planted: { type: 'image', from: LAST_YEAR_BEGIN, to: MEDIA_AS_OF },
  draw: ({ type, createdAt }: MediaFile): TypeInTime => ({
    type,
    from: monthBegin(createdAt, -2),
    to: monthBegin(createdAt, 1),
  }),
  clauses: (parameters: TypeInTime) => queriesOf(inTime(parameters)),
}

/** Who stores the most. */
export const topUsersQuestion = searchQuestion({
  ...timed,
  name: 'top-users',
  shape: () => ({
    limit: 0,
    groups: {
      users: aggregate.byValue('userId', {
        size: TOP,
        sort: [
          { kind: 'subAggregation', name: 'bytes', order: 'DESC' },
          { kind: 'groupKey', order: 'ASC' },
        ],
        ...bytes,
      }),
    },
  }),
  answerOf: ({ groups }) => groups.users.items.map(groupOf),
  tally: (parameters) =>
    tallyTop({
      passes: passesAll(inTime(parameters)),
      keysOf: ({ userId }) => [userId],
      by: 'bytes',
    }),
})

export interface Counted {
  readonly key: string
  readonly rows: number
}

const withoutBytes = (groups: readonly MediaGroup[]): readonly Counted[] =>
  groups.map(({ key, rows }) => ({ key, rows }))

const tallyCounted = (
  passes: TopOptions['passes'],
  keysOf: TopOptions['keysOf'],
): Tally<MediaFile, readonly Counted[]> => {
  const tally = tallyTop({ passes, keysOf, by: 'rows' })
  return { add: tally.add, answer: () => withoutBytes(tally.answer()) }
}

const counted = ({
  key,
  rowCount,
}: {
  readonly key: string
  readonly rowCount: number
}): Counted => ({
  key,
  rows: rowCount,
})

/** The tags that are seen most often. */
export const topTagsQuestion = searchQuestion({
  ...timed,
  name: 'top-tags',
  shape: () => ({ limit: 0, groups: { tags: aggregate.byValue('tags.tag', { size: TOP }) } }),
  answerOf: ({ groups }) => groups.tags.items.map(counted),
  tally: (parameters) =>
    tallyCounted(passesAll(inTime(parameters)), ({ tags }) => [
      ...new Set(tags.map(({ tag }) => tag)),
    ]),
})

export const topPeopleQuestion = searchQuestion({
  ...timed,
  name: 'top-people',
  shape: () => ({ limit: 0, groups: { people: aggregate.byValue('faces.person', { size: TOP }) } }),
  answerOf: ({ groups }) => groups.people.items.map(counted),
  tally: (parameters) =>
    tallyCounted(passesAll(inTime(parameters)), ({ faces }) => [
      ...new Set(faces.map(({ person }) => person)),
    ]),
})

export const topPlacesQuestion = searchQuestion({
  ...timed,
  name: 'top-places',
  shape: () => ({ limit: 0, groups: { places: aggregate.byValue('place', { size: TOP }) } }),
  answerOf: ({ groups }) => groups.places.items.map(counted),
  tally: (parameters) =>
    tallyCounted(passesAll(inTime(parameters)), ({ place }) =>
      place === undefined ? [] : [place.name],
    ),
})

export interface TagByMonth {
  readonly tag: string
  readonly type: string
}

const taggedOfType = ({ tag, type }: TagByMonth): Clauses<MediaFile> => ({
  tag: hasTag(tag),
  type: isOfType(type),
})

const MONTHS = 12
/** The months of the last year, and the end of the last. */
const MONTH_BEGINS: readonly number[] = Array.from({ length: MONTHS + 1 }, (_, nth) =>
  monthBegin(MEDIA_AS_OF, nth - MONTHS),
)
const MONTH_RANGES = MONTH_BEGINS.slice(0, MONTHS).map((from, nth) => ({
  from,
  to: MONTH_BEGINS[nth + 1] ?? outOfRange(),
}))

/** How often a tag was seen in each month of the last year. */
export const tagByMonthQuestion = searchQuestion({
  ...topic,
  name: 'tag-by-month',
  planted: { tag: HAPPY, type: 'image' },
  draw: ({ tags, type }: MediaFile): TagByMonth => ({ tag: tags[0]?.tag ?? HAPPY, type }),
  clauses: (parameters: TagByMonth) => queriesOf(taggedOfType(parameters)),
  shape: () => ({ limit: 0, groups: { months: aggregate.byRanges('createdAt', MONTH_RANGES) } }),
  answerOf: ({ groups }) => groups.months.items.map(({ rowCount }) => rowCount),
  tally: (parameters) => {
    const passes = passesAll(taggedOfType(parameters))
    const rows = MONTH_RANGES.map(() => 0)
    return {
      add: (file: MediaFile) => {
        if (!passes(file)) return
        const { createdAt } = file
        const month = MONTH_RANGES.findIndex(({ from, to }) => createdAt >= from && createdAt < to)
        if (month >= 0) rows[month] = (rows[month] ?? outOfRange()) + 1
      },
      answer: () => rows,
    }
  },
})

import { readDataFile } from '../../data/data-file.js'
import type { NewMediaFile, Tag } from './media-file.js'

interface Seen {
  readonly class: string
  readonly prob: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Photograph {
  readonly title: string
  readonly sort_date: number
  readonly width: number
  readonly height: number
  readonly collection: string
  readonly inst: readonly Seen[]
}

/** The wide tags above the classes of the photographs; the rest are things. */
const CLASSES: Readonly<Record<string, string>> = {
  人物: 'person',
  动物: 'horse dog bird cow sheep cat elephant bear zebra giraffe',
  交通: 'boat airplane bicycle car truck train motorcycle bus',
  服饰: 'tie handbag backpack',
  运动: 'baseball_bat sports_ball baseball_glove tennis_racket skateboard kite frisbee surfboard skis',
  家居: 'chair bench dining_table bed couch potted_plant vase toilet sink oven refrigerator',
}

const PARENTS: ReadonlyMap<string, string> = new Map(
  Object.entries(CLASSES).flatMap(([parent, names]) =>
    names.split(' ').map((name): [string, string] => [name.replaceAll('_', ' '), parent]),
  ),
)

/** Photographs of the Library of Congress, with what a machine saw in them. */
export const readPhotographs = (): readonly NewMediaFile[] =>
  readDataFile('photographs-sample.ndjson.gz')
    .trimEnd()
    .split('\n')
    .map((line, nth) => {
      const photograph: unknown = JSON.parse(line)
      if (!isPhotograph(photograph)) throw new TypeError(`line ${nth + 1} is no photograph`)
      return fileOf(photograph)
    })

const isPhotograph = (value: unknown): value is Photograph =>
  typeof value === 'object' &&
  value !== null &&
  'title' in value &&
  typeof value.title === 'string' &&
  'inst' in value &&
  Array.isArray(value.inst)

const fileOf = (photograph: Photograph): NewMediaFile => ({
  userId: photograph.collection,
  type: 'image',
  mime: 'image/jpeg',
  title: photograph.title,
  // The size of the file is not known.
  bytes: 0,
  width: photograph.width,
  height: photograph.height,
  seconds: 0,
  createdAt: Date.UTC(photograph.sort_date, 0, 1),
  camera: '',
  tags: photograph.inst.map((seen) => tagOf(seen, photograph)),
  faces: [],
  place: undefined,
  extra: undefined,
  origin: 'real',
})

const tagOf = (seen: Seen, { width, height }: Photograph): Tag => ({
  tag: seen.class,
  score: seen.prob,
  parent: PARENTS.get(seen.class) ?? '物品',
  x: share(seen.x, width),
  y: share(seen.y, height),
  w: share(seen.width, width),
  h: share(seen.height, height),
})

const share = (points: number, of: number): number => Math.round((points / of) * 1_000) / 1_000

import { expectDefined } from '@rowhouse/platform'
import {
  type Face,
  MEDIA_TYPES,
  type MediaFile,
  type MediaPlace,
  type Tag,
} from '../rows/media-file.js'
import { type MediaRow, mediaTable } from '../media-table.js'

/** A row that was found, as the file that the generator made. */
export const mediaFileOfRow = (row: MediaRow): MediaFile => ({
  id: row.fileId,
  userId: given(row.userId),
  type: expectDefined(
    MEDIA_TYPES.find((type) => type === row.type),
    'a file is of one of four types',
  ),
  mime: given(row.mime),
  title: given(row.title),
  bytes: Number(given(row.size)),
  width: Number(given(row.width)),
  height: Number(given(row.height)),
  seconds: Number(given(row.duration)),
  createdAt: Number(given(row.createdAt)),
  camera: row.camera ?? '',
  tags: tagsOf(given(row.tags)),
  faces: facesOf(given(row.faces)),
  place: placeOf(row),
  extra: extraOf(row),
  origin: row.origin === 'real' ? 'real' : 'generated',
})

const given = <Value>(value: Value | undefined): Value =>
  expectDefined(value, 'a file has all columns but camera and place')

const placeOf = ({ place, pos }: MediaRow): MediaPlace | undefined => {
  if (place === undefined || pos === undefined) return undefined
  const [latitude, longitude] = pos.split(',').map(Number)
  return { name: place, latitude: given(latitude), longitude: given(longitude) }
}

const KNOWN = new Set([...Object.keys(mediaTable.key), ...Object.keys(mediaTable.columns)])

const extraOf = (row: MediaRow): MediaFile['extra'] => {
  for (const [name, value] of Object.entries<unknown>(row)) {
    if (!KNOWN.has(name) && typeof value === 'string') return { name, value }
  }
  return undefined
}

const tagsOf = (json: string): readonly Tag[] => childrenOf(json, isTag)
const facesOf = (json: string): readonly Face[] => childrenOf(json, isFace)

const childrenOf = <Child>(
  json: string,
  isChild: (value: unknown) => value is Child,
): readonly Child[] => {
  const values: unknown = JSON.parse(json)
  if (Array.isArray(values) && values.every(isChild)) return values
  throw new TypeError('a column of children is a list of them')
}

const isTag = (value: unknown): value is Tag => hasText(value, 'tag') && hasText(value, 'parent')
const isFace = (value: unknown): value is Face => hasText(value, 'person')

const hasText = (value: unknown, member: string): boolean =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, member) === 'string'

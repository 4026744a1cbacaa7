import { type NewRowOf, type NewSearchIndex, type RowOf, defineTable } from '@rowhouse/client'
import { textOf } from '../places/geometry.js'
import { keyHash } from '../sample/key-hash.js'
import type { RowInMaking } from '../sample/sample-shape.js'
import type { MediaFile } from './rows/media-file.js'

/** Files of many users. Rows have more columns than these: 5 % have one that no other row has. */
export const mediaTable = defineTable({
  name: 'media_meta',
  key: { fileMd5: 'string', fileId: 'string' },
  columns: {
    userId: 'string',
    type: 'string',
    mime: 'string',
    title: 'string',
    size: 'integer',
    width: 'integer',
    height: 'integer',
    duration: 'integer',
    createdAt: 'integer',
    camera: 'string',
    tags: 'string',
    faces: 'string',
    place: 'string',
    pos: 'string',
    origin: 'string',
  },
})

export type MediaRow = RowOf<typeof mediaTable>

export const MEDIA_INDEX = 'media_meta_index'

const sorted = { sortAndAgg: true } as const
const keyword = { type: 'KEYWORD', ...sorted } as const
const long = { type: 'LONG', ...sorted } as const
const double = { type: 'DOUBLE', ...sorted } as const

/** Each tag and each face is a child of its own. */
export const mediaIndex: NewSearchIndex = {
  fields: {
    fileId: keyword,
    userId: keyword,
    type: keyword,
    mime: keyword,
    title: 'TEXT',
    size: long,
    width: long,
    height: long,
    duration: long,
    createdAt: long,
    camera: keyword,
    place: keyword,
    pos: { type: 'GEO_POINT', ...sorted },
    origin: keyword,
    tags: { type: 'NESTED', fields: { tag: keyword, parent: keyword, score: double } },
    faces: { type: 'NESTED', fields: { person: keyword, similarity: double } },
  },
}

export const mediaKey = (id: string): { readonly fileMd5: string; readonly fileId: string } => ({
  fileMd5: keyHash(id),
  fileId: id,
})

/** A column that a file has nothing to say in is left out. */
export function mediaRowOf(file: MediaFile): NewRowOf<typeof mediaTable> {
  const { camera, place, extra } = file
  const row: RowInMaking<typeof mediaTable> = {
    fileMd5: keyHash(file.id),
    fileId: file.id,
    userId: file.userId,
    type: file.type,
    mime: file.mime,
    title: file.title,
    size: BigInt(file.bytes),
    width: BigInt(file.width),
    height: BigInt(file.height),
    duration: BigInt(file.seconds),
    createdAt: BigInt(file.createdAt),
    tags: JSON.stringify(file.tags),
    faces: JSON.stringify(file.faces),
    origin: file.origin,
  }
  if (camera !== '') row.camera = camera
  if (place !== undefined) {
    row.place = place.name
    row.pos = textOf(place)
  }
  return extra === undefined ? row : Object.assign(row, { [extra.name]: extra.value })
}

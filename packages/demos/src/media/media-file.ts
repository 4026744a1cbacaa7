import type TableStore from 'tablestore'
import { readText } from '../scenario/read-file.js'
import { long } from '../scenario/sdk-queries.js'

export interface MediaFile {
  readonly id: string
  readonly user: string
  readonly type: 'image' | 'video'
  readonly title: string
  /** Milliseconds since the epoch; of old photos the first moment of their year. */
  readonly createdAt: number
  readonly year: number
  readonly width: number
  readonly height: number
  /** What a machine saw, and how sure it was. */
  readonly tags: readonly { readonly tag: string; readonly score: number }[]
  /** Who it took the people for. */
  readonly faces: readonly { readonly person: string; readonly similarity: number }[]
}

/** One JSON object per line: photographs of the Library of Congress with what a machine saw in them. */
export const readMedia = async (path: string): Promise<MediaFile[]> => {
  const lines = (await readText(path)).split('\n').filter((line) => line !== '')
  return lines.map((line, index) => {
    const photo: unknown = JSON.parse(line)
    if (!isPhoto(photo)) throw new TypeError(`line ${index + 1} is no photograph`)
    return mediaFileOf(photo)
  })
}

interface Photo {
  readonly filename: number | string
  readonly title: string
  readonly sort_date: number
  readonly width: number
  readonly height: number
  readonly collection: string
  readonly inst: readonly { readonly class: string; readonly prob: number }[]
}

const isPhoto = (value: unknown): value is Photo =>
  typeof value === 'object' &&
  value !== null &&
  'filename' in value &&
  'title' in value &&
  typeof value.title === 'string' &&
  'inst' in value &&
  Array.isArray(value.inst)

const mediaFileOf = (photo: Photo): MediaFile => ({
  id: `${photo.collection}/${photo.filename}`,
  user: photo.collection,
  type: 'image',
  title: photo.title,
  createdAt: Date.UTC(photo.sort_date, 0, 1),
  year: photo.sort_date,
  width: photo.width,
  height: photo.height,
  tags: photo.inst.map((seen) => ({ tag: seen.class, score: seen.prob })),
  faces: [],
})

/** The lists go as JSON into one column each; the index takes their objects apart. */
export const columnsOf = (file: MediaFile): TableStore.NamedValue[] => [
  { userId: file.user },
  { type: file.type },
  { title: file.title },
  { createdAt: long(file.createdAt) },
  { year: long(file.year) },
  { width: long(file.width) },
  { height: long(file.height) },
  { tags: JSON.stringify(file.tags) },
  { faces: JSON.stringify(file.faces) },
]

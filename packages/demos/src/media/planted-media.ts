import type { MediaFile } from './media-file.js'

interface Planted {
  readonly number: number
  readonly user: 'userA' | 'userB'
  readonly type: MediaFile['type']
  readonly month: number
  readonly year: number
  readonly tags?: MediaFile['tags']
  readonly faces?: MediaFile['faces']
}

const planted = ({ number, month, tags = [], faces = [], ...rest }: Planted): MediaFile => ({
  ...rest,
  id: `planted/${number}`,
  title: `planted file ${number}`,
  createdAt: Date.UTC(rest.year, month, 10, 12),
  width: 4_000,
  height: 3_000,
  tags,
  faces,
})

const image = { user: 'userA', type: 'image', year: 2018 } as const
const video = { user: 'userB', type: 'video', year: 2018 } as const

/**
 * A happy image with another tag that scores higher: sorted by any tag's score it would stand first,
 * by that of 开心 it stands last. And the neighbours that must not be found.
 */
const IMAGES: readonly MediaFile[] = [
  planted({ ...image, number: 1, month: 1, tags: [{ tag: '开心', score: 0.71 }] }),
  planted({
    ...image,
    number: 2,
    month: 2,
    tags: [
      { tag: '开心', score: 0.52 },
      { tag: '海边', score: 0.99 },
    ],
  }),
  planted({
    ...image,
    number: 3,
    month: 3,
    tags: [
      { tag: '开心', score: 0.93 },
      { tag: '生日', score: 0.4 },
    ],
  }),
  planted({ ...image, number: 4, month: 4, tags: [{ tag: '海边', score: 0.97 }] }),
  planted({ ...image, number: 5, month: 5, year: 2017, tags: [{ tag: '开心', score: 0.98 }] }),
  planted({ ...image, number: 6, month: 6, user: 'userB', tags: [{ tag: '开心', score: 0.96 }] }),
  planted({ ...image, number: 7, month: 7, type: 'video', tags: [{ tag: '开心', score: 0.95 }] }),
]

const person = (name: string, similarity: number) => ({ person: name, similarity })

const VIDEOS: readonly MediaFile[] = [
  planted({ ...video, number: 8, month: 0, faces: [person('Ada Lovelace', 0.81)] }),
  planted({
    ...video,
    number: 9,
    month: 1,
    faces: [person('Ada Lovelace', 0.64), person('Grace Hopper', 0.99)],
  }),
  planted({
    ...video,
    number: 10,
    month: 2,
    faces: [person('Grace Hopper', 0.5), person('Ada Lovelace', 0.97)],
  }),
  planted({ ...video, number: 11, month: 3, faces: [person('Grace Hopper', 0.9)] }),
  planted({ ...video, number: 12, month: 4, type: 'image', faces: [person('Ada Lovelace', 1)] }),
]

export const PLANTED_MEDIA: readonly MediaFile[] = [...IMAGES, ...VIDEOS]

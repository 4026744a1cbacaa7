import type { FactSource } from '../check/check-answers.js'
import { type AnyQuestion, anyQuestion } from '../sample/question.js'
import { type Sample, sampleTable } from '../sample/sample-shape.js'
import { mediaMaker } from './media-rows.js'
import { MEDIA_INDEX, mediaIndex, mediaRowOf, mediaTable } from './media-table.js'
import {
  aroundPlaceQuestion,
  atPlaceQuestion,
  belowTagQuestion,
  byTitleQuestion,
  fileByIndex,
  fileByKey,
  personOfUserQuestion,
  sureTagQuestion,
  taggedOfUserQuestion,
  taggedQuestion,
} from './questions/media-lists.js'
import {
  sizesOfUserQuestion,
  tagByMonthQuestion,
  topPeopleQuestion,
  topPlacesQuestion,
  topTagsQuestion,
  topUsersQuestion,
} from './questions/media-statistics.js'
import type { MediaFile } from './rows/media-file.js'
import { MEDIA_AS_OF } from './rows/planted-media.js'

export function mediaSample({
  seed,
  rows,
}: {
  readonly seed: number
  readonly rows: number
}): Sample & FactSource<MediaFile> {
  const fact = mediaMaker(seed)
  const table = sampleTable<typeof mediaTable>({
    schema: mediaTable,
    rows,
    secondaryIndexes: [],
    searchIndexes: { [MEDIA_INDEX]: mediaIndex },
    row: (n) => mediaRowOf(fact(n)),
  })
  return { name: 'media', seed, rows, asOf: MEDIA_AS_OF, tables: [table], fact }
}

export const MEDIA_QUESTIONS: readonly AnyQuestion<MediaFile>[] = [
  anyQuestion(fileByKey),
  anyQuestion(fileByIndex),
  anyQuestion(taggedOfUserQuestion),
  anyQuestion(personOfUserQuestion),
  anyQuestion(taggedQuestion),
  anyQuestion(sureTagQuestion),
  anyQuestion(belowTagQuestion),
  anyQuestion(atPlaceQuestion),
  anyQuestion(aroundPlaceQuestion),
  anyQuestion(byTitleQuestion),
  anyQuestion(sizesOfUserQuestion),
  anyQuestion(topUsersQuestion),
  anyQuestion(topTagsQuestion),
  anyQuestion(topPeopleQuestion),
  anyQuestion(topPlacesQuestion),
  anyQuestion(tagByMonthQuestion),
]

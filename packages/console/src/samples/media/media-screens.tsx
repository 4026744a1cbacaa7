import type { AnswerOf } from '@rowhouse/console-gate/shapes'
import type { ReactNode } from 'react'
import { shortBytes } from '../../parts/short-number.js'
import { BarChart } from '../../charts/bar-chart.js'
import { BarTable } from '../bars.js'
import { FoundCount } from '../found-count.js'
import { type Pictures, QuestionScreen } from '../question-screen.js'
import type { mediaViews } from '../sample-questions.js'
import type { SamplePlace } from '../sample-frame.js'
import { MediaField } from './media-field.js'
import { MediaGrid } from './media-grid.js'
import { MediaMap } from './media-map.js'
import type { MediaTexts } from './media-texts.js'

export interface MediaSetting {
  readonly place: SamplePlace
  /** The visitor's own instance. */
  readonly own: string
  readonly texts: MediaTexts
  readonly language: string
}

type Screen = (setting: MediaSetting) => ReactNode
type FoundFiles = AnswerOf<'media', 'tagged'>

/** Files with what was asked for marked in them: a tag, or a person. */
const shown = <P,>(matchedOf: (parameters: P) => string | undefined) => ({
  head: (found: FoundFiles) => <FoundCount found={found} />,
  show: (found: FoundFiles, pictures: Pictures, parameters: P) => (
    <MediaGrid files={found.rows} pictures={pictures} matched={matchedOf(parameters)} />
  ),
})

const tagged = shown(({ tag }: { readonly tag: string }) => tag)
const unmarked = shown(() => undefined)

const typesOf = ({ types }: MediaTexts) =>
  Object.entries(types).map(([value, label]) => ({ value, label }))

const counted = (
  { texts }: MediaSetting,
  groups: AnswerOf<'media', 'top-tags'>,
  name: string,
): ReactNode => (
  <BarTable
    bars={groups.map(({ key, rows }) => ({ name: key, value: rows }))}
    name={name}
    value={texts.count}
  />
)

const sized = (
  { texts, language }: MediaSetting,
  groups: AnswerOf<'media', 'top-users'>,
  name: string,
): ReactNode => (
  <BarTable
    bars={groups.map(({ key, rows, bytes }) => ({
      name: key,
      value: bytes,
      text: shortBytes(bytes, language),
      more: rows.toLocaleString(language),
    }))}
    name={name}
    value={texts.size}
    more={texts.count}
  />
)

/** The last twelve months of the set, which was closed at the end of 2018. */
const monthName = (nth: number, language: string): string =>
  new Date(Date.UTC(2018, nth, 15)).toLocaleString(language, { month: 'short', year: '2-digit' })

/** The questions about media, in the order in which they are offered. */
export const mediaScreens: Readonly<Record<(typeof mediaViews)[number], Screen>> = {
  'tagged-of-user': ({ place, texts }) => (
    <QuestionScreen
      place={place}
      sample="media"
      question="tagged-of-user"
      fields={(of) => [
        of.text('userId', texts.userId),
        of.text('type', texts.type, typesOf(texts)),
        of.text('tag', texts.tag),
        ...of.bounds(texts),
      ]}
      {...tagged}
    />
  ),
  'person-of-user': ({ place, texts }) => (
    <QuestionScreen
      place={place}
      sample="media"
      question="person-of-user"
      fields={(of) => [
        of.text('userId', texts.userId),
        of.text('type', texts.type, typesOf(texts)),
        of.text('person', texts.person),
      ]}
      {...shown(({ person }: { readonly person: string }) => person)}
    />
  ),
  tagged: ({ place, texts }) => (
    <QuestionScreen
      place={place}
      sample="media"
      question="tagged"
      fields={(of) => [
        of.text('type', texts.type, typesOf(texts)),
        of.text('tag', texts.tag),
        ...of.bounds(texts),
      ]}
      {...tagged}
    />
  ),
  'sure-tag': ({ place, texts }) => (
    <QuestionScreen
      place={place}
      sample="media"
      question="sure-tag"
      fields={(of) => [
        of.text('type', texts.type, typesOf(texts)),
        of.text('tag', texts.tag),
        of.number('scoreMin', texts.scoreMin),
      ]}
      {...tagged}
    />
  ),
  'below-tag': ({ place, texts }) => (
    <QuestionScreen
      place={place}
      sample="media"
      question="below-tag"
      fields={(of) => [of.text('userId', texts.userId), of.text('parent', texts.parent)]}
      {...unmarked}
    />
  ),
  'by-title': ({ place, texts }) => (
    <QuestionScreen
      place={place}
      sample="media"
      question="by-title"
      fields={(of) => [of.text('words', texts.words), of.text('type', texts.type, typesOf(texts))]}
      {...unmarked}
    />
  ),
  map: ({ place }) => <MediaMap place={place} />,
  'at-place': ({ place, texts }) => (
    <QuestionScreen
      place={place}
      sample="media"
      question="at-place"
      fields={(of) => [of.text('place', texts.at), of.text('type', texts.type, typesOf(texts))]}
      {...unmarked}
    />
  ),
  'sizes-of-user': (setting) => (
    <QuestionScreen
      place={setting.place}
      sample="media"
      question="sizes-of-user"
      fields={(of) => [of.text('userId', setting.texts.userId)]}
      show={(groups) => sized(setting, groups, setting.texts.type)}
    />
  ),
  'top-users': (setting) => (
    <QuestionScreen
      place={setting.place}
      sample="media"
      question="top-users"
      fields={(of) => [
        of.text('type', setting.texts.type, typesOf(setting.texts)),
        ...of.bounds(setting.texts),
      ]}
      show={(groups) => sized(setting, groups, setting.texts.userId)}
    />
  ),
  'top-tags': (setting) => (
    <QuestionScreen
      place={setting.place}
      sample="media"
      question="top-tags"
      fields={(of) => [
        of.text('type', setting.texts.type, typesOf(setting.texts)),
        ...of.bounds(setting.texts),
      ]}
      show={(groups) => counted(setting, groups, setting.texts.tag)}
    />
  ),
  'top-people': (setting) => (
    <QuestionScreen
      place={setting.place}
      sample="media"
      question="top-people"
      fields={(of) => [of.text('type', setting.texts.type, typesOf(setting.texts))]}
      show={(groups) => counted(setting, groups, setting.texts.person)}
    />
  ),
  'top-places': (setting) => (
    <QuestionScreen
      place={setting.place}
      sample="media"
      question="top-places"
      fields={(of) => [of.text('type', setting.texts.type, typesOf(setting.texts))]}
      show={(groups) => counted(setting, groups, setting.texts.at)}
    />
  ),
  'tag-by-month': ({ place, texts, language }) => (
    <QuestionScreen
      place={place}
      sample="media"
      question="tag-by-month"
      fields={(of) => [of.text('tag', texts.tag), of.text('type', texts.type, typesOf(texts))]}
      show={(months) => (
        <BarChart
          title={texts.count}
          bars={months.map((value, nth) => ({
            name: monthName(nth, language),
            value,
            text: value.toLocaleString(language),
          }))}
          write={(value) => value.toLocaleString(language)}
        />
      )}
    />
  ),
  field: ({ place, own }) => <MediaField place={place} own={own} />,
}

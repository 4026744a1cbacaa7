import type { Place } from '@rowhouse/demos/geometry'
import type { AnswerOf } from '@rowhouse/console-gate/shapes'
import { ErrorNote } from '../../parts/error-note.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useReading } from '../../texts/use-texts.js'
import { AnswerBar } from '../answer-bar.js'
import { BarTable } from '../bars.js'
import { QuestionScreen } from '../question-screen.js'
import type { SamplePlace } from '../sample-frame.js'
import { parametersFrom, useSampleAddress } from '../sample-address.js'
import { plantedOf, useQuestion } from '../sample-gate.js'
import { ringsAround } from './shop-asks.js'
import { scoreText, yuan } from './shop-list.js'
import { TYPES } from './shop-questions.js'
import { type ShopsTexts, shopsTexts } from './shops-texts.js'

type Groups = AnswerOf<'shops', 'types-of-city'>

/** Counts and means by type, district and score of a city, and by distance from the middle of the map. */
export function ShopStatistics({ place, centre }: { place: SamplePlace; centre: Place }) {
  const texts = useRoomTexts(shopsTexts)
  const { language } = useReading()
  return (
    <div className="shop-statistics">
      <h2>{texts.byType}</h2>
      <QuestionScreen
        place={place}
        sample="shops"
        question="types-of-city"
        fields={(of) => [of.text('city', texts.city)]}
        show={(groups) => <GroupBars groups={groups} name={texts.type} />}
      />
      <h2>{texts.byDistrict}</h2>
      <QuestionScreen
        place={place}
        sample="shops"
        question="districts-of-city"
        show={(groups) => <GroupBars groups={groups} name={texts.district} />}
      />
      <h2>{texts.byScore}</h2>
      <QuestionScreen
        place={place}
        sample="shops"
        question="scores"
        fields={(of) => [of.text('type', texts.type, TYPES)]}
        show={(groups) => (
          <GroupBars groups={named(groups, scoreBand(texts, language))} name={texts.score} />
        )}
      />
      <Rings place={place} centre={centre} />
    </div>
  )
}

/** The highest score; the last band ends a little above it. */
const SCORE_MAX = 5

const named = (groups: Groups, name: (from: number, to: number) => string): Groups =>
  groups.map((group) => {
    const [from = 0, to = 0] = group.key.split('..').map(Number)
    return { ...group, key: name(from, to) }
  })

const scoreBand =
  (texts: ShopsTexts, language: string) =>
  (from: number, to: number): string =>
    texts.scores(from.toLocaleString(language), Math.min(SCORE_MAX, to).toLocaleString(language))

/** Of the type that was asked for beside the scores, or of the manual's. */
function Rings({ place, centre }: { place: SamplePlace; centre: Place }) {
  const texts = useRoomTexts(shopsTexts)
  const { language } = useReading()
  const planted = plantedOf<'shops', 'rings'>(place.overview, 'shops', 'rings')
  const { type } = parametersFrom(useSampleAddress().of('with'), planted)
  const found = useQuestion(place.instance, 'shops', 'rings', ringsAround(centre, type))
  const ring = (from: number, to: number): string =>
    texts.ring(from.toLocaleString(language), to.toLocaleString(language))
  return (
    <>
      <h2>{texts.of(texts.rings, type)}</h2>
      {found.error !== null && <ErrorNote error={found.error} />}
      {found.data !== undefined && (
        <>
          <AnswerBar
            answered={found.data}
            instance={place.instance}
            isOld={found.isPlaceholderData}
          />
          <GroupBars groups={named(found.data.answer, ring)} name={texts.distance} />
        </>
      )}
    </>
  )
}

function GroupBars({ groups, name }: { groups: Groups; name: string }) {
  const texts = useRoomTexts(shopsTexts)
  const { language } = useReading()
  return (
    <BarTable
      bars={groups.map(({ key, rows, meanScore, meanPrice }) => ({
        name: key,
        value: rows,
        more:
          rows === 0
            ? NO_MEAN
            : `★ ${scoreText(meanScore, language)} · ${yuan(meanPrice, language)}`,
      }))}
      name={name}
      value={texts.shops}
      more={texts.means}
    />
  )
}

const NO_MEAN = '–'

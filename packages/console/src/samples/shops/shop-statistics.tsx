import type { Place } from '@rowhouse/demos/geometry'
import type { AnswerOf } from '@rowhouse/console-gate/shapes'
import { ErrorNote } from '../../parts/error-note.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useReading } from '../../texts/use-texts.js'
import { AnswerBar } from '../answer-bar.js'
import { BarTable } from '../bars.js'
import { QuestionScreen } from '../question-screen.js'
import type { SamplePlace } from '../sample-frame.js'
import { useQuestion } from '../sample-gate.js'
import { ringsAround } from './shop-asks.js'
import { scoreText, yuan } from './shop-list.js'
import { shopsTexts } from './shops-texts.js'

type Groups = AnswerOf<'shops', 'types-of-city'>

/** Counts and means by type, district and score of a city, and by distance from the middle of the map. */
export function ShopStatistics({ place, centre }: { place: SamplePlace; centre: Place }) {
  const texts = useRoomTexts(shopsTexts)
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
        show={(groups) => <GroupBars groups={groups} name={texts.score} />}
      />
      <h2>{texts.rings}</h2>
      <Rings place={place} centre={centre} />
    </div>
  )
}

function Rings({ place, centre }: { place: SamplePlace; centre: Place }) {
  const texts = useRoomTexts(shopsTexts)
  const { language } = useReading()
  const found = useQuestion(place.instance, 'shops', 'rings', ringsAround(centre))
  const named = (key: string): string => {
    const [from = 0, to = 0] = key.split('..').map(Number)
    return texts.ring(from.toLocaleString(language), to.toLocaleString(language))
  }
  return (
    <>
      {found.error !== null && <ErrorNote error={found.error} />}
      {found.data !== undefined && (
        <>
          <AnswerBar
            answered={found.data}
            instance={place.instance}
            isOld={found.isPlaceholderData}
          />
          <GroupBars
            groups={found.data.answer.map((group) => ({ ...group, key: named(group.key) }))}
            name={texts.rings}
          />
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
        more: `★ ${scoreText(meanScore, language)} · ${yuan(meanPrice, language)}`,
      }))}
      name={name}
      value={texts.shops}
      more={texts.means}
    />
  )
}

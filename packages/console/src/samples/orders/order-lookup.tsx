import type { AnswerOf } from '@rowhouse/console-gate/shapes'
import { useRoomTexts } from '../../texts/room-texts.js'
import { QuestionScreen } from '../question-screen.js'
import { OrderTable } from './order-tables.js'
import type { ScreenSetting } from './order-answers.js'
import { samplesTexts } from '../samples-texts.js'

type FoundOrder = AnswerOf<'orders', 'order-by-key'>

/** One order by its key, and the same by the search index, each with its time. */
export function OrderLookup({ place, texts }: ScreenSetting) {
  return (
    <>
      <p className="quiet">{texts.lookupLead}</p>
      <h2>{texts.byKey}</h2>
      <QuestionScreen
        place={place}
        sample="orders"
        question="order-by-key"
        fields={(of) => [of.text('id', texts.orderNumber)]}
        show={(order) => <OneOrder order={order} />}
      />
      <h2>{texts.byIndex}</h2>
      <QuestionScreen
        place={place}
        sample="orders"
        question="order-by-index"
        show={(order) => <OneOrder order={order} />}
      />
    </>
  )
}

function OneOrder({ order }: { order: FoundOrder }) {
  const texts = useRoomTexts(samplesTexts)
  // An answer that is nothing comes as null.
  return order ? <OrderTable rows={[order]} /> : <p className="quiet">{texts.nothing}</p>
}

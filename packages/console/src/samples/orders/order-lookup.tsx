import type { AnswerOf } from '@rowhouse/console-gate/shapes'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useReading } from '../../texts/use-texts.js'
import { MOMENT, inBeijing } from '../in-beijing.js'
import { QuestionForm, QuestionScreen } from '../question-screen.js'
import { samplesTexts } from '../samples-texts.js'
import type { ScreenSetting } from './order-answers.js'
import { money, namesIn, statusName } from './order-tables.js'
import { ordersTexts } from './orders-texts.js'

type FoundOrder = AnswerOf<'orders', 'order-by-key'>

/** One order by its key, and beside it the same by the search index, each with its time. */
export function OrderLookup({ place, texts }: ScreenSetting) {
  return (
    <>
      <p className="quiet">{texts.lookupLead}</p>
      <QuestionForm
        place={place}
        sample="orders"
        question="order-by-key"
        fields={(of) => [of.text('id', texts.orderNumber)]}
      />
      <div className="side-by-side">
        <section>
          <h2>{texts.byKey}</h2>
          <QuestionScreen
            place={place}
            sample="orders"
            question="order-by-key"
            show={(order) => <OneOrder order={order} />}
          />
        </section>
        <section>
          <h2>{texts.byIndex}</h2>
          <QuestionScreen
            place={place}
            sample="orders"
            question="order-by-index"
            show={(order) => <OneOrder order={order} />}
          />
        </section>
      </div>
    </>
  )
}

function OneOrder({ order }: { order: FoundOrder }) {
  const shared = useRoomTexts(samplesTexts)
  const texts = useRoomTexts(ordersTexts)
  const { language } = useReading()
  // An answer that is nothing comes as null.
  if (!order) return <p className="quiet">{shared.nothing}</p>
  const facts = [
    [texts.order, order.oId],
    [texts.total, money(order.totalFen ?? 0n, language, order.currency)],
    [texts.time, inBeijing(order.createTime ?? 0n, language, MOMENT)],
    [texts.status, statusName(texts.statuses, order.status)],
    [texts.cId, order.cName],
    [texts.sId, order.sName],
    [texts.pieces, order.pCount?.toLocaleString(language)],
    [texts.products, namesIn(order.pName)],
  ] as const
  return (
    <dl className="facts-list">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

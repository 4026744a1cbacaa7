import { useRoomTexts } from '../../texts/room-texts.js'
import { useReading } from '../../texts/use-texts.js'
import { QuestionTabs } from '../question-tabs.js'
import { useSampleAddress } from '../sample-address.js'
import { SampleFrame, type SamplePlace } from '../sample-frame.js'
import { samplesTexts } from '../samples-texts.js'
import { OrderLookup } from './order-lookup.js'
import { orderScreens } from './order-screens.js'
import { ordersTexts } from './orders-texts.js'

const tabs = ['consumer', 'seller', 'platform', 'lookup'] as const

/** The orders: a tab for each persona, and the look-up by key beside the one by index. */
export function OrdersPage({ instance }: { instance: string }) {
  return (
    <SampleFrame instance={instance} sample="orders">
      {(place) => <Orders place={place} />}
    </SampleFrame>
  )
}

function Orders({ place }: { place: SamplePlace }) {
  const texts = useRoomTexts(ordersTexts)
  const shared = useRoomTexts(samplesTexts)
  const { language } = useReading()
  const address = useSampleAddress()
  const tab = tabs.find((each) => each === address.of('tab')) ?? 'consumer'
  const setting = { place, texts, language }
  return (
    <main className="page">
      <div className="page-head">
        <h1>{shared.orders}</h1>
        <span className="quiet">{shared.rows(place.found.rows.toLocaleString(language))}</span>
        <div className="tabs last">
          {tabs.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === tab}
              onClick={() => address.show({ tab: each, question: undefined, with: undefined })}
            >
              {texts[each]}
            </button>
          ))}
        </div>
      </div>
      {tab === 'lookup' ? (
        <OrderLookup {...setting} />
      ) : (
        <QuestionTabs
          key={tab}
          label={texts[tab]}
          screens={orderScreens[tab]}
          names={texts.questions}
          setting={setting}
        />
      )}
      <p className="quiet foot-note">
        {texts.times} {texts.scope}
      </p>
    </main>
  )
}

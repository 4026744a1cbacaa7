import { ErrorNote } from '../../parts/error-note.js'
import '../../rows/rows.css'
import { SidePanel } from '../../rows/side-panel.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useReading } from '../../texts/use-texts.js'
import { AnswerBar } from '../answer-bar.js'
import type { SamplePlace } from '../sample-frame.js'
import { useQuestion } from '../sample-gate.js'
import { samplesTexts } from '../samples-texts.js'
import { scoreText, yuan } from './shop-list.js'
import { shopsTexts } from './shops-texts.js'

/** One shop, read by its key. */
export function ShopDetail(props: { place: SamplePlace; id: string; close: () => void }) {
  const { place, id, close } = props
  const texts = useRoomTexts(shopsTexts)
  const shared = useRoomTexts(samplesTexts)
  const { language } = useReading()
  const found = useQuestion(place.instance, 'shops', 'shop-by-key', { id })
  const shop = found.data?.answer
  return (
    <SidePanel title={shop?.name ?? texts.detail} close={close} takesFocus>
      {found.error !== null && <ErrorNote error={found.error} />}
      {found.data !== undefined && !shop && <p>{shared.nothing}</p>}
      {shop && (
        <dl className="facts-list">
          {(
            [
              [texts.type, shop.type],
              [texts.score, scoreText(shop.score, language)],
              [texts.price, yuan(shop.averagePrice, language)],
              [texts.street, shop.street],
              [texts.district, `${shop.city} ${shop.district}`],
              [texts.position, `${shop.latitude}, ${shop.longitude}`],
              [texts.origin, shared[shop.origin]],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {shop && (
        <p>
          {texts.votes(shop.votes.toLocaleString(language))} ·{' '}
          <a href={pageOf(shop.url)} rel="noreferrer noopener" target="_blank">
            {texts.page}
          </a>
        </p>
      )}
      {found.data !== undefined && (
        <AnswerBar
          answered={found.data}
          instance={place.instance}
          isOld={found.isPlaceholderData}
        />
      )}
    </SidePanel>
  )
}

/** A website of its own, or the page of the console; nothing else that a row may hold is a link. */
const pageOf = (url: string): string =>
  /^https?:\/\//.test(url) ? url : new URL(url.replace(/^[^a-z]+|:/g, ''), document.baseURI).href

import { metresBetween, type Place } from '@rowhouse/demos/geometry'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useReading } from '../../texts/use-texts.js'
import { samplesTexts } from '../samples-texts.js'
import type { FoundShop } from './shop-asks.js'
import { shopsTexts } from './shops-texts.js'

export const yuan = (price: number, language: string): string =>
  price.toLocaleString(language, { style: 'currency', currency: 'CNY', maximumFractionDigits: 0 })

export const scoreText = (score: number, language: string): string =>
  score.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** The shops of a list, numbered like their pins. */
export function ShopList(props: {
  shops: readonly FoundShop[]
  centre: Place | undefined
  chosen: string | undefined
  choose: (id: string) => void
}) {
  const { shops, centre, chosen, choose } = props
  const texts = useRoomTexts(shopsTexts)
  const shared = useRoomTexts(samplesTexts)
  const { language } = useReading()
  if (shops.length === 0) return <p className="empty">{shared.nothing}</p>
  return (
    <ol className="shop-list">
      {shops.map((shop, at) => (
        <li key={shop.id}>
          <button type="button" aria-pressed={shop.id === chosen} onClick={() => choose(shop.id)}>
            <span className="pin-number">{at + 1}</span>
            <span className="shop-name">{shop.name}</span>
            <span className="shop-score">{scoreText(shop.score, language)}</span>
            <span className="shop-more quiet">
              {[
                shop.type,
                texts.perHead(yuan(shop.averagePrice, language)),
                shop.street,
                centre &&
                  texts.away(Math.round(metresBetween(centre, shop)).toLocaleString(language)),
                !shop.isOpen && texts.closed,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

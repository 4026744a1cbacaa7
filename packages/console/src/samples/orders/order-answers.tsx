import type { AnswerOf } from '@rowhouse/console-gate/shapes'
import type { ReactNode } from 'react'
import { type Bar, BarTable, ColumnChart } from '../bars.js'
import { FoundCount } from '../found-count.js'
import type { SamplePlace } from '../sample-frame.js'
import { OrderTable, inBeijing, money } from './order-tables.js'
import type { OrdersTexts } from './orders-texts.js'

export interface ScreenSetting {
  readonly place: SamplePlace
  readonly texts: OrdersTexts
  readonly language: string
}

export type Screen = (setting: ScreenSetting) => ReactNode

type FoundOrders = AnswerOf<'orders', 'consumer-orders-by-amount'>

export const list = {
  head: (found: FoundOrders) => <FoundCount found={found} />,
  show: (found: FoundOrders) => <OrderTable rows={found.rows} />,
}

type SalesAt = AnswerOf<'orders', 'seller-sales-by-day'>
type Sales = AnswerOf<'orders', 'seller-best-products'>

export const columns = (
  { language, texts }: ScreenSetting,
  sales: SalesAt,
  options: Intl.DateTimeFormatOptions,
) => {
  const bars = sales.map(
    ({ from, orders, totalFen }): Bar => ({
      name: inBeijing(from, language, options),
      value: totalFen,
      text: `${money(totalFen, language)} (${orders.toLocaleString(language)})`,
    }),
  )
  return <ColumnChart bars={bars} label={texts.turnover} />
}

export const ranked = (
  { language, texts }: ScreenSetting,
  sales: Sales,
  name: string,
  by: 'orders' | 'totalFen',
) => {
  const bars = sales.map(({ key, orders, totalFen }): Bar => {
    const number = orders.toLocaleString(language)
    const amount = money(totalFen, language)
    return by === 'orders'
      ? { name: key, value: orders, text: number, more: amount }
      : { name: key, value: totalFen, text: amount, more: `${texts.orders}: ${number}` }
  })
  return (
    <BarTable bars={bars} name={name} value={by === 'orders' ? texts.orders : texts.turnover} />
  )
}

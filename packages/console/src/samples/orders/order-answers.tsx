import type { AnswerOf } from '@rowhouse/console-gate/shapes'
import type { ReactNode } from 'react'
import { BarChart } from '../../charts/bar-chart.js'
import { type Bar, BarTable } from '../bars.js'
import { inBeijing } from '../in-beijing.js'
import { fillSteps } from '../fill-steps.js'
import { FoundCount } from '../found-count.js'
import type { SamplePlace } from '../sample-frame.js'
import { OrderTable, money, shortMoney } from './order-tables.js'
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

const HOUR_MS = 3_600_000
/** Beijing has no summer time, so that all days are as long. */
export const STEPS = { day: 24 * HOUR_MS, hour: HOUR_MS } as const

/** Turnover over time. Steps without an order, which the answer leaves out, are shown as nothing. */
export const turnoverChart = (
  { language, texts }: ScreenSetting,
  sales: SalesAt,
  options: Intl.DateTimeFormatOptions,
  stepMs?: number,
) => {
  const none = (from: number) => ({ from, orders: 0, totalFen: 0 })
  const whole = stepMs === undefined ? sales : fillSteps(sales, stepMs, none)
  const bars = whole.map(({ from, orders, totalFen }) => ({
    name: inBeijing(from, language, options),
    value: totalFen,
    text: `${money(totalFen, language)} · ${texts.orders}: ${orders.toLocaleString(language)}`,
  }))
  const write = (fen: number): string => shortMoney(fen, language)
  return <BarChart title={texts.turnover} bars={bars} write={write} />
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
      : { name: key, value: totalFen, text: amount, more: number }
  })
  const [value, more] =
    by === 'orders' ? [texts.orders, texts.turnover] : [texts.turnover, texts.orders]
  return <BarTable bars={bars} name={name} value={value} more={more} />
}

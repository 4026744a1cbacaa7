import { type JudgedCandidate, createHashPrefix } from '@rowhouse/practices'
import { type CardOrder } from '@rowhouse/practices/testing'

/** The columns of the sample, as `sampleOf` names them. */
const FIELDS: Readonly<Record<string, keyof CardOrder>> = {
  CardID: 'card',
  SellerID: 'seller',
  DeviceID: 'device',
  OrderNumber: 'order',
}

const hash = createHashPrefix()

export const nameOf = ({ columns, transform }: JudgedCandidate): string =>
  transform === 'hash' ? `hash of ${columns.join()}` : columns.join(' + ')

/** A candidate's partition key of an order. All parts have a fixed width, so a comma can separate them. */
export function keyOf({ columns, transform }: JudgedCandidate, order: CardOrder): string {
  const key = columns.map((column) => order[fieldOf(column)]).join(',')
  return transform === 'hash' ? hash.add(key) : key
}

function fieldOf(column: string): keyof CardOrder {
  const field = FIELDS[column]
  if (field === undefined) throw new Error(`the orders have no ${column}`)
  return field
}

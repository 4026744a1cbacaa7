import { type StringPart, createHashPrefix, createSplice } from '@rowhouse/practices'
import type { Swipe } from './swipes.js'

/** One way to make a partition key of a purchase. */
export interface KeyDesign {
  readonly name: string
  /** The columns and the transform by which the advisor knows it. */
  readonly columns: readonly string[]
  readonly transform: 'none' | 'splice' | 'hash'
  readonly keyOf: (swipe: Swipe) => string
}

/** Letters and digits, as the manual's sellers have them. */
export const SELLER_PART: StringPart = {
  name: 'SellerID',
  type: 'string',
  characters: [
    ['0', '9'],
    ['a', 'z'],
  ],
}

/** The manual's splice: a comma sorts before every character of its parts. */
export const CARD_SPLICE = createSplice({
  connector: ',',
  parts: [
    { name: 'DeviceID', type: 'integer', range: { min: 0n, max: 999_999n } },
    SELLER_PART,
    { name: 'CardID', type: 'integer', range: { min: 0n, max: 999_999n } },
  ],
})

const hash = createHashPrefix()
const digits = (value: number): string => String(value).padStart(6, '0')

/** Cards are written with as many digits as the largest has, so that they sort as numbers. */
export const cardKey = digits

/** The four columns of the manual, and its two remedies. */
export const KEY_DESIGNS: readonly KeyDesign[] = [
  { name: 'CardID', columns: ['CardID'], transform: 'none', keyOf: ({ card }) => cardKey(card) },
  {
    name: 'DeviceID',
    columns: ['DeviceID'],
    transform: 'none',
    keyOf: ({ device }) => digits(device),
  },
  { name: 'SellerID', columns: ['SellerID'], transform: 'none', keyOf: ({ seller }) => seller },
  {
    name: 'OrderNumber',
    columns: ['OrderNumber'],
    transform: 'none',
    keyOf: ({ order }) => digits(order),
  },
  {
    name: 'DeviceID, SellerID, CardID spliced',
    columns: ['DeviceID', 'SellerID', 'CardID'],
    transform: 'splice',
    keyOf: ({ device, seller, card }) =>
      CARD_SPLICE.join({ DeviceID: BigInt(device), SellerID: seller, CardID: BigInt(card) }),
  },
  {
    name: 'OrderNumber behind four digits of its MD5',
    columns: ['OrderNumber'],
    transform: 'hash',
    keyOf: ({ order }) => hash.add(digits(order)),
  },
]

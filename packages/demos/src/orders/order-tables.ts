import { type NewIndex, type NewSearchIndex, defineTable } from '@rowhouse/client'

/** The tables of the manual's order system. Each key begins with digits of the MD5 of the number after it. */
export const CONSUMER = defineTable({
  name: 'consumer',
  key: { cIdMd5: 'string', cId: 'string' },
  columns: { cName: 'string', cCity: 'string', origin: 'string' },
})

export const SELLER = defineTable({
  name: 'seller',
  key: { sIdMd5: 'string', sId: 'string' },
  columns: { sName: 'string', sCity: 'string', sType: 'string', origin: 'string' },
})

/** What is read and changed all the time; the long text of a product is in a table of its own. */
export const PRODUCT = defineTable({
  name: 'product',
  key: { pIdMd5: 'string', pId: 'string' },
  columns: {
    pName: 'string',
    pType: 'string',
    pBrand: 'string',
    /** Hundredths of the currency. */
    pPriceFen: 'integer',
    sId: 'string',
    stock: 'integer',
    origin: 'string',
  },
})

/** The introduction of a product, compressed: large, seldom read, and never with the price. */
export const PRODUCT_INTRO = defineTable({
  name: 'product_intro',
  key: { pIdMd5: 'string', pId: 'string' },
  columns: { intro: 'binary', origin: 'string' },
})

/** One order of a consumer at one seller, with all its lines. */
export const ORDER_CONTRACT = defineTable({
  name: 'order_contract',
  key: { oIdMd5: 'string', oId: 'string' },
  columns: {
    cId: 'string',
    cName: 'string',
    cCity: 'string',
    sId: 'string',
    sName: 'string',
    /** The products of its lines, as a JSON array: a field with several values in the index. */
    pId: 'string',
    pBrand: 'string',
    /** The names of its products, as a JSON array. */
    pName: 'string',
    pType: 'string',
    /** Pieces of all lines. */
    pCount: 'integer',
    /** Of each line: the place of its product among those of the order, price and count, as JSON. */
    lines: 'string',
    currency: 'string',
    /** The total twice: as the manual's queries name it, and exact, for sums. */
    totalPrice: 'double',
    totalFen: 'integer',
    status: 'string',
    hasPaid: 'boolean',
    createTime: 'integer',
    /** Absent until it happens. */
    payTime: 'integer',
    shipTime: 'integer',
    receiveTime: 'integer',
    origin: 'string',
  },
})

export const ORDER_INDEX = 'order_contract_index'
export const ORDERS_OF_CONSUMER = 'order_contract_by_consumer'
export const ORDERS_OF_SELLER = 'order_contract_by_seller'

/** Keys alone: who wants more of an order reads it from its table. */
export const ORDER_SECONDARY_INDEXES: readonly NewIndex[] = [
  {
    name: ORDERS_OF_CONSUMER,
    key: ['cId', 'createTime', 'oIdMd5', 'oId'],
  },
  {
    name: ORDERS_OF_SELLER,
    key: ['sId', 'createTime', 'oIdMd5', 'oId'],
  },
]

const keywords = { type: 'KEYWORD', isArray: true } as const

export const ORDER_SEARCH_INDEX: NewSearchIndex = {
  fields: {
    oId: 'KEYWORD',
    cId: 'KEYWORD',
    cCity: 'KEYWORD',
    sId: 'KEYWORD',
    pId: keywords,
    pBrand: keywords,
    pType: 'KEYWORD',
    pName: { type: 'TEXT', analyzer: 'single_word', isArray: true },
    pNameWhole: { ...keywords, isVirtualField: true, sourceFieldNames: ['pName'] },
    pCount: 'LONG',
    totalPrice: 'DOUBLE',
    totalFen: 'LONG',
    status: 'KEYWORD',
    hasPaid: 'BOOLEAN',
    createTime: 'LONG',
    payTime: 'LONG',
    shipTime: 'LONG',
    receiveTime: 'LONG',
    origin: 'KEYWORD',
  },
}

/** The secondary indexes as tables, for reads by their keys. */
export const CONSUMER_ORDERS = defineTable({
  name: ORDERS_OF_CONSUMER,
  key: { cId: 'string', createTime: 'integer', oIdMd5: 'string', oId: 'string' },
  columns: {},
})

export const SELLER_ORDERS = defineTable({
  name: ORDERS_OF_SELLER,
  key: { sId: 'string', createTime: 'integer', oIdMd5: 'string', oId: 'string' },
  columns: {},
})

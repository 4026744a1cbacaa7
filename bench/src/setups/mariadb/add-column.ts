import { ORDER_TABLE } from './order-database.js'

export const NEW_COLUMN = 'channel'

/** A column at the end is added at once; its index is built while others read and write. */
export const ADD_COLUMN = `ALTER TABLE ${ORDER_TABLE}
  ADD COLUMN ${NEW_COLUMN} VARCHAR(32), ADD KEY ${NEW_COLUMN} (${NEW_COLUMN}, createTime)`

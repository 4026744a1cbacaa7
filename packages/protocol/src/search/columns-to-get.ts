import { limits } from '../limits.js'
import { defaulted, repeated } from './fields.js'
import { type MessageCodec, message } from './message.js'
import { enumeration, string } from './wire.js'

/** Primary keys are always returned; NONE returns nothing else. */
export interface SearchColumnsToGet {
  readonly returnType: 'ALL' | 'SPECIFIED' | 'NONE' | 'ALL_FROM_INDEX'
  readonly columnNames: readonly string[]
}

const returnType = enumeration('columns_to_get.return_type', {
  ALL: 1,
  SPECIFIED: 2,
  NONE: 3,
  ALL_FROM_INDEX: 4,
})

export const NO_COLUMNS: SearchColumnsToGet = { returnType: 'NONE', columnNames: [] }

export const searchColumnsToGet: MessageCodec<SearchColumnsToGet> = message({
  returnType: defaulted(1, returnType, 'NONE'),
  columnNames: repeated(2, string, { max: limits.COLUMNS_TO_GET_MAX, name: 'columns_to_get' }),
})

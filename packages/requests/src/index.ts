export { keySchemaOf } from './key-schema.js'
export { type PlainRow, plainKey, plainRows } from './plain-rows.js'
export { type Replies, type SendMessage, sendRequest } from './send-request.js'
export { changeRequest, encodeKey, selectionOf, writeRequest } from './wire-rows.js'

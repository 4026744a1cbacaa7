import {
  type RowWriteReply,
  type RowWriteRequest,
  decodeRowWrite,
  decodeRowWriteReply,
  encodeRowWrite,
  encodeRowWriteReply,
} from './row-write.js'
import type { OperationCodec } from './shared.js'

export interface DeleteRowRequest extends RowWriteRequest {
  readonly primaryKey: Buffer
}

export type DeleteRowReply = RowWriteReply

export const deleteRow: OperationCodec<DeleteRowRequest, DeleteRowReply> = {
  name: 'DeleteRow',
  encodeRequest: (request) => encodeRowWrite(request, request.primaryKey),
  decodeRequest: (body) => {
    const { tableName, bytes, condition, returnContent, transactionId } = decodeRowWrite(body)
    return { tableName, primaryKey: bytes, condition, returnContent, transactionId }
  },
  encodeReply: encodeRowWriteReply,
  decodeReply: decodeRowWriteReply,
}

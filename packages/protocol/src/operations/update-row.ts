import {
  type RowWriteReply,
  type RowWriteRequest,
  decodeRowWrite,
  decodeRowWriteReply,
  encodeRowWrite,
  encodeRowWriteReply,
} from './row-write.js'
import type { OperationCodec } from './shared.js'

export interface UpdateRowRequest extends RowWriteRequest {
  readonly rowChange: Buffer
}

export type UpdateRowReply = RowWriteReply

export const updateRow: OperationCodec<UpdateRowRequest, UpdateRowReply> = {
  name: 'UpdateRow',
  encodeRequest: (request) => encodeRowWrite(request, request.rowChange),
  decodeRequest: (body) => {
    const { tableName, bytes, condition, returnContent, transactionId } = decodeRowWrite(body)
    return { tableName, rowChange: bytes, condition, returnContent, transactionId }
  },
  encodeReply: encodeRowWriteReply,
  decodeReply: decodeRowWriteReply,
}

import {
  type RowWriteReply,
  type RowWriteRequest,
  decodeRowWrite,
  decodeRowWriteReply,
  encodeRowWrite,
  encodeRowWriteReply,
} from './row-write.js'
import type { OperationCodec } from './shared.js'

export interface PutRowRequest extends RowWriteRequest {
  readonly row: Buffer
}

export type PutRowReply = RowWriteReply

export const putRow: OperationCodec<PutRowRequest, PutRowReply> = {
  name: 'PutRow',
  encodeRequest: (request) => encodeRowWrite(request, request.row),
  decodeRequest: (body) => {
    const { tableName, bytes, condition, returnContent, transactionId } = decodeRowWrite(body)
    return { tableName, row: bytes, condition, returnContent, transactionId }
  },
  encodeReply: encodeRowWriteReply,
  decodeReply: decodeRowWriteReply,
}

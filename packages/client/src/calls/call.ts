import type { OperationCodec } from '@rowhouse/protocol'
import type { CallOptions } from './caller.js'

/** Makes one call; a table, an index and a bulk writer need no more of a client. Rejects with CallError. */
export type Call = <Request, Answer>(
  operation: OperationCodec<Request, Answer>,
  request: Request,
  options?: CallOptions,
) => Promise<Answer>

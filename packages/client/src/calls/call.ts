import type { OperationCodec } from '@rowhouse/protocol'
import type { CallOptions } from './caller.js'

/** Makes one call. Tables, indexes and bulk writers need no more of a client. Rejects with CallError. */
export type Call = <Request, Answer>(
  operation: OperationCodec<Request, Answer>,
  request: Request,
  options?: CallOptions,
) => Promise<Answer>

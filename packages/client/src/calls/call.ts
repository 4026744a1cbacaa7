import type { OperationCodec } from '@rowhouse/protocol'
import type { CallOptions } from './caller.js'

/**
 * Makes one call; rejects with CallError. It is all that tables, indexes and bulk writers use of a
 * client.
 */
export type Call = <Request, Answer>(
  operation: OperationCodec<Request, Answer>,
  request: Request,
  options?: CallOptions,
) => Promise<Answer>

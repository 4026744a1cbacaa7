import { CallError } from '@rowhouse/client'
import { TransferError } from '@rowhouse/transfer'

/** What the service refused is told in one line; what is written stays, and can be gone on with. */
export function explained(error: unknown): unknown {
  if (!(error instanceof CallError)) return error
  const request = error.requestId === undefined ? '' : ` (request ${error.requestId})`
  return new TransferError(`${error.code}: ${error.message}${request}`)
}

import { CallError } from '@rowhouse/client'
import { TransferError } from '@rowhouse/transfer'

/** Converts an error of the service to one line. Written rows stay, and the transfer can be resumed. */
export function explained(error: unknown): unknown {
  if (!(error instanceof CallError)) return error
  const request = error.requestId === undefined ? '' : ` (request ${error.requestId})`
  return new TransferError(`${error.code}: ${error.message}${request}`)
}

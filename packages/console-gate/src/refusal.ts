import type { TablestoreError } from '@rowhouse/protocol'

/** What the gate itself refuses, with the HTTP status. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** What the service refuses, with the request id that its log has. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal'
  readonly error: TablestoreError
  readonly requestId: string

  constructor(error: TablestoreError, requestId: string) {
    super(error.message)
    this.error = error
    this.requestId = requestId
  }
}

/** The code of the gate's own refusals; all others are the service's. */
export const REFUSAL_CODE = 'ConsoleRefusal'

/** A session of one instance asks for another. */
export const notOwn = (instance: string): Refusal =>
  new Refusal(403, `the session is not of the instance ${instance}`)

/**
 * An error with the service's code, HTTP status and text: the only kind that reaches a client.
 * Made by the factories of the registry, never by hand.
 */
export class TablestoreError extends Error {
  readonly code: string
  readonly status: number

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'TablestoreError'
    this.status = status
    this.code = code
  }
}

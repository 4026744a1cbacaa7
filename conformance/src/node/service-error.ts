import assert from 'node:assert/strict'

/**
 * What this SDK reports of an error: the HTTP status, and the raw reply body as text (it never decodes
 * the error message), followed by the request id.
 */
export class ServiceError extends Error {
  readonly status: number
  readonly requestId: string

  constructor(status: number, body: string, requestId: string) {
    super(body)
    this.name = 'ServiceError'
    this.status = status
    this.requestId = requestId
  }
}

const TAIL = /^([\s\S]*) requestId:([0-9a-zA-Z-]*)$/

const toServiceError = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('code' in error)) return error
  const match = TAIL.exec(error.message)
  if (typeof error.code !== 'number' || match === null) return error
  return new ServiceError(error.code, match[1] ?? '', match[2] ?? '')
}

export const asServiceError = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call
  } catch (error) {
    throw toServiceError(error)
  }
}

/**
 * Expects an error with this status, code and whole text. The body must end with the text, which is its
 * last field.
 */
export const refused = async (
  call: Promise<unknown>,
  status: number,
  code: string,
  text?: string,
): Promise<void> => {
  const error = await call.then(
    () => assert.fail(`accepted; expected ${status} ${code} ${text ?? ''}`),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ServiceError)) throw error
  const shown = `${error.status} ${error.message}`
  assert.equal(error.status, status, `got ${shown}`)
  assert.ok(error.message.includes(code), `expected ${code}, got ${shown}`)
  if (text !== undefined) {
    assert.ok(error.message.endsWith(text), `expected "${text}", got ${shown}`)
  }
}

/** The same for an error of which only a part of the text is known. */
export const refusedWithPart = async (
  call: Promise<unknown>,
  status: number,
  code: string,
  part: string,
): Promise<void> => {
  const seen: { error?: ServiceError } = {}
  const caught = call.catch((error: unknown) => {
    if (error instanceof ServiceError) seen.error = error
    throw error
  })
  await refused(caught, status, code)
  assert.ok(seen.error?.message.includes(part), `expected …${part}…, got ${seen.error?.message}`)
}

export const invalid = (call: Promise<unknown>, text?: string): Promise<void> =>
  refused(call, 400, 'OTSParameterInvalid', text)

export const conditionFailed = (call: Promise<unknown>): Promise<void> =>
  refused(call, 403, 'OTSConditionCheckFail', 'Condition check failed.')

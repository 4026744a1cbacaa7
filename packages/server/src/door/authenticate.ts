import {
  type HmacKey,
  type TablestoreError,
  errors,
  isContentMd5,
  sameSignature,
} from '@rowhouse/protocol'
import { isInstanceName } from '../instances/instance.js'
import type { Credentials } from './credentials.js'
import { parseRequestDate } from './request-date.js'
import type { RequestHead } from './request-head.js'
import { isNearSignDate, parseSignDate } from './sign-date.js'
import type { SigningKey } from './signing-key.js'

export type AuthMode = 'off' | 'warn' | 'enforce'

export interface AuthPolicy {
  readonly mode: AuthMode
  /** Milliseconds by which `x-ots-date` may differ from the server's clock. */
  readonly clockSkew: number
}

export interface Verdict {
  /** The answer to a refused request. */
  readonly error: TablestoreError | undefined
  /** The refusal that `--auth=warn` let pass. */
  readonly tolerated: TablestoreError | undefined
  /** The instance's name as it was created. */
  readonly instance: string
}

/**
 * The key that signs the reply. Errors are signed too, because the Python SDK fails on unsigned refusals.
 */
export function replyKeyOf(head: RequestHead, credentials: Credentials): HmacKey | undefined {
  if (head.accessKeyId === undefined) return undefined
  const key = credentials.find(head.instanceName, head.accessKeyId)
  if (key === undefined) return undefined
  if (head.signatureV4 === undefined) return key.v1
  if (head.signDate === undefined || head.signRegion === undefined) return undefined
  return key.v4(head.signDate, head.signRegion).reply
}

/** The checks that need no body: headers, then the date. */
export function checkHead(
  head: RequestHead,
  policy: AuthPolicy,
  now: number,
): TablestoreError | undefined {
  if (policy.mode === 'enforce') {
    const missing = missingHeader(head)
    if (missing !== undefined) return errors.missingHeader(missing)
  }
  if (head.instanceName === undefined) return errors.missingHeader('x-ots-instancename')
  if (policy.mode === 'enforce') {
    const refused = checkDates(head, policy, now)
    if (refused !== undefined) return refused
  }
  return isInstanceName(head.instanceName)
    ? undefined
    : errors.invalidInstanceName(head.instanceName)
}

function missingHeader(head: RequestHead): string | undefined {
  if (head.date === undefined) return 'x-ots-date'
  if (head.apiVersion === undefined) return 'x-ots-apiversion'
  if (head.accessKeyId === undefined) return 'x-ots-accesskeyid'
  if (head.contentMd5 === undefined) return 'x-ots-contentmd5'
  if (head.instanceName === undefined) return 'x-ots-instancename'
  if (head.signatureV4 === undefined) {
    return head.signature === undefined ? 'x-ots-signature' : undefined
  }
  if (head.signDate === undefined) return 'x-ots-signdate'
  return head.signRegion === undefined ? 'x-ots-signregion' : undefined
}

function checkDates(
  head: RequestHead,
  { clockSkew }: AuthPolicy,
  now: number,
): TablestoreError | undefined {
  const { date = '', signDate = '' } = head
  const time = parseRequestDate(date)
  if (time === undefined) return errors.invalidDateFormat(date)
  if (Math.abs(time - now) > clockSkew) return errors.dateMismatch(date)
  if (head.signatureV4 === undefined) return undefined
  const day = parseSignDate(signDate)
  if (day === undefined) return errors.invalidDateFormat(signDate)
  return isNearSignDate(day, now, clockSkew) ? undefined : errors.signDateMismatch(signDate)
}

/** The checks that need the body: its MD5, then key, signature, instance and permission. */
export function authenticate(
  head: RequestHead,
  operation: string,
  writes: boolean,
  body: Buffer,
  credentials: Credentials,
  policy: AuthPolicy,
  now: number,
): Verdict {
  const asked = head.instanceName ?? ''
  const instance = credentials.instanceName(asked)
  if (head.contentMd5 !== undefined && !isContentMd5(head.contentMd5, body)) {
    return { error: errors.contentMd5Mismatch(), tolerated: undefined, instance: asked }
  }
  const refused =
    policy.mode === 'off' ? undefined : refuse(head, operation, writes, credentials, policy, now)
  if (refused !== undefined && policy.mode === 'enforce') {
    return { error: refused, tolerated: undefined, instance: asked }
  }
  if (instance === undefined) {
    return { error: errors.instanceNotFound(), tolerated: undefined, instance: asked }
  }
  return { error: undefined, tolerated: refused, instance }
}

function refuse(
  head: RequestHead,
  operation: string,
  writes: boolean,
  credentials: Credentials,
  policy: AuthPolicy,
  now: number,
): TablestoreError | undefined {
  if (policy.mode === 'warn') {
    const missing = missingHeader(head)
    if (missing !== undefined) return errors.missingHeader(missing)
    const refused = checkDates(head, policy, now)
    if (refused !== undefined) return refused
  }
  const asked = head.instanceName ?? ''
  const key = credentials.find(asked, head.accessKeyId ?? '')
  if (key === undefined) return errors.accessKeyNotExist()
  if (!isSignedWith(key, head, operation)) return errors.signatureMismatch()
  // The token is among the signed headers, so a valid signature proves that the client sent it.
  if (!sameSignature(head.stsToken ?? '', key.key.stsToken ?? '')) return errors.signatureMismatch()
  const instance = credentials.instanceName(asked)
  if (instance === undefined) return errors.instanceNotFound()
  if (instance !== key.instance) return errors.noPrivilege()
  return writes && key.key.access === 'read-only' ? errors.noPermissionAccess() : undefined
}

function isSignedWith(key: SigningKey, head: RequestHead, operation: string): boolean {
  if (isSignature(key, head, operation, head.signedHeaders)) return true
  // Heads are read with one character for every byte, and clients sign UTF-8.
  const headers = Buffer.from(head.signedHeaders, 'latin1').toString('utf8')
  return headers !== head.signedHeaders && isSignature(key, head, operation, headers)
}

function isSignature(
  key: SigningKey,
  head: RequestHead,
  operation: string,
  signedHeaders: string,
): boolean {
  const text = `/${operation}\nPOST\n\n${signedHeaders}`
  if (head.signatureV4 === undefined) return sameSignature(head.signature ?? '', key.v1.sign(text))
  const derived = key.v4(head.signDate ?? '', head.signRegion ?? '')
  return sameSignature(head.signatureV4, derived.request.sign(`${text}ots`))
}

import { limits } from '../limits.js'
import { searchErrors } from './search-errors.js'
import { searchIndexErrors } from './search-index-errors.js'
import { secondaryIndexErrors } from './secondary-index-errors.js'
import { TablestoreError } from './tablestore-error.js'

/** Every code that a client can get, with its HTTP status, as the error-code page lists them. */
const statusOf = {
  // Transport and authentication
  OTSAuthFailed: 403,
  OTSNoPermissionAccess: 403,
  OTSRequestBodyTooLarge: 413,
  OTSRequestTimeout: 408,
  OTSMethodNotAllowed: 405,
  OTSFlowControl: 429,
  // Tables, quotas, capacity
  OTSQuotaExhausted: 403,
  OTSObjectAlreadyExist: 409,
  OTSObjectNotExist: 404,
  OTSTableNotReady: 404,
  OTSTooFrequentReservedThroughputAdjustment: 403,
  OTSForbiddenUpdateCapacityUnit: 400,
  OTSNotEnoughCapacityUnit: 403,
  OTSCapacityUnitExhausted: 403,
  // No page gives a status; the SDKs retry it like the busy errors.
  OTSOperationThrottled: 503,
  // Rows
  OTSParameterInvalid: 400,
  OTSInvalidPK: 400,
  OTSOutOfRowSizeLimit: 400,
  OTSOutOfColumnCountLimit: 400,
  OTSConditionCheckFail: 403,
  OTSRowOperationConflict: 409,
  // No page gives a status for the four of local transactions.
  OTSDataOutOfRange: 400,
  OTSSessionNotExist: 404,
  OTSSessionBusy: 409,
  OTSOutOfTransactionDataSizeLimit: 400,
  // Server side
  OTSInternalServerError: 500,
  OTSServerBusy: 503,
  OTSPartitionUnavailable: 503,
  OTSTimeout: 503,
  OTSServerUnavailable: 503,
  OTSStorageServerBusy: 503,
  // Search indexes
  OTSMetaNotMatch: 400,
  OTSSessionExpired: 400,
  // Streams and tunnels
  OTSTrimmedDataAccess: 404,
  OTSTunnelExpired: 400,
  OTSTunnelServerUnavailable: 503,
  OTSPermissionDenied: 403,
  OTSTunnelExist: 409,
  OTSSequenceNumberNotMatch: 400,
  OTSResourceGone: 410,
} as const

export type ErrorCode = keyof typeof statusOf

export interface ErrorCodeEntry {
  readonly code: string
  readonly status: number
}

export const errorCodes: readonly ErrorCodeEntry[] = Object.entries(statusOf).map(
  ([code, status]) => ({ code, status }),
)

function make(code: ErrorCode, message: string): TablestoreError {
  return new TablestoreError(statusOf[code], code, message)
}

const authFailed = (message: string): TablestoreError => make('OTSAuthFailed', message)
const parameterInvalid = (message: string): TablestoreError => make('OTSParameterInvalid', message)

/** One factory for every error that a client can get, with the service's own text. */
export const errors = {
  // Transport and authentication
  authFailed,
  accessKeyNotExist: () => authFailed('The AccessKeyID does not exist.'),
  accessKeyDisabled: () => authFailed('The AccessKeyID is disabled.'),
  userNotExist: () => authFailed('The user does not exist.'),
  instanceNotFound: () => authFailed('The instance is not found.'),
  instanceNotRunning: () => authFailed('The instance is not running.'),
  noPrivilege: () => authFailed('The user has no privilege to access the instance.'),
  signatureMismatch: () => authFailed('Signature mismatch.'),
  dateMismatch: (date: string) =>
    authFailed(`Mismatch between system time and x-ots-date: ${date}.`),
  /** Ours: no source shows what the service says here. */
  signDateMismatch: (date: string) =>
    authFailed(`Mismatch between system time and x-ots-signdate: ${date}.`),
  contentMd5Mismatch: () =>
    authFailed('Mismatch between MD5 value of request body and x-ots-contentmd5 in header.'),
  deniedByAcl: () => authFailed('Request denied by instance ACL policies.'),
  noPermissionAccess: () =>
    make(
      'OTSNoPermissionAccess',
      'You have no permission to access the requested resource, please contact the resource owner',
    ),
  requestBodyTooLarge: () => make('OTSRequestBodyTooLarge', 'The size of POST data is too large.'),
  requestTimeout: () => make('OTSRequestTimeout', 'Request timeout.'),
  methodNotAllowed: () =>
    make('OTSMethodNotAllowed', 'Only POST method for requests is supported.'),
  flowControl: () => make('OTSFlowControl', 'The requests have been throttled.'),
  missingHeader: (header: string) => parameterInvalid(`Missing header: ${header}.`),
  invalidDateFormat: (date: string) => parameterInvalid(`Invalid date format: ${date}.`),
  unsupportedOperation: (operation: string) =>
    parameterInvalid(`Unsupported operation: ${operation}.`),
  invalidInstanceName: (name: string) => parameterInvalid(`Invalid instance name: ${name}.`),
  parseMessageFailed: () => parameterInvalid('Parse PBMessage from RawString failed.'),
  cannotDeserialize: () => parameterInvalid('Cannot deserialize the request data.'),

  // Tables, quotas, capacity
  tooFrequentTableOperations: () => make('OTSQuotaExhausted', 'Too frequent table operations.'),
  tooManyTables: (quota: number) =>
    make('OTSQuotaExhausted', `Number of tables exceeds the quota:${quota}.`),
  objectAlreadyExist: () => make('OTSObjectAlreadyExist', 'Requested table already exists.'),
  objectNotExist: () => make('OTSObjectNotExist', 'Requested table does not exist.'),
  tableNotReady: () => make('OTSTableNotReady', 'The table is not ready.'),
  tooFrequentReservedThroughputAdjustment: () =>
    make('OTSTooFrequentReservedThroughputAdjustment', 'Capacity unit adjustment is too frequent.'),
  reservedOnCapacity: (kind: 'read' | 'write') =>
    parameterInvalid(`Can not reserve ${kind} capacity unit on capacity.`),
  forbiddenUpdateCapacityUnit: () =>
    make('OTSForbiddenUpdateCapacityUnit', 'Your instance is forbidden to update capacity unit.'),
  notEnoughCapacityUnit: () =>
    make('OTSNotEnoughCapacityUnit', 'Remaining capacity unit is not enough.'),
  /** The documentation's name for the error above. SDKs do not retry it, so it is not sent. */
  capacityUnitExhausted: () => make('OTSCapacityUnitExhausted', 'Capacity unit is not enough.'),
  operationThrottled: () => make('OTSOperationThrottled', 'The requests have been throttled.'),

  // Rows
  parameterInvalid,
  invalidTableName: (name: string) => parameterInvalid(`Invalid table name: '${name}'.`),
  invalidColumnName: (name: string) => parameterInvalid(`Invalid column name: '${name}'.`),
  primaryKeyTooLong: (column: string, size: number) =>
    parameterInvalid(
      `The length of primary key column: '${column}' exceeds the MaxLength:${limits.PRIMARY_KEY_VALUE_BYTES_MAX} with CurrentLength:${size}.`,
    ),
  attributeTooLong: (column: string, size: number) =>
    parameterInvalid(
      `The length of attribute column: '${column}' exceeds the MaxLength:${limits.ATTRIBUTE_VALUE_BYTES_MAX} with CurrentLength:${size}.`,
    ),
  invalidPk: (message: string) => make('OTSInvalidPK', message),
  invalidPkSize: (given: number, meta: number) =>
    make('OTSInvalidPK', `Validate PK size fail. Input: ${given}, Meta: ${meta}.`),
  invalidPkName: (given: string, meta: string) =>
    make('OTSInvalidPK', `Validate PK name fail. Input: ${given}, Meta: ${meta}.`),
  /** Both are type names: VT_STRING, VT_INTEGER or VT_BLOB. */
  invalidPkType: (given: string, meta: string) =>
    make('OTSInvalidPK', `Validate PK type fail. Input: ${given}, Meta: ${meta}.`),
  pkSchemaMismatch: () => make('OTSInvalidPK', 'Primary key schema mismatch.'),
  outOfRowSizeLimit: () =>
    make('OTSOutOfRowSizeLimit', 'The total data size of columns in one row exceeded the limit.'),
  outOfColumnCountLimit: () =>
    make('OTSOutOfColumnCountLimit', 'The number of columns in one row exceeded the limit.'),
  conditionCheckFail: () => make('OTSConditionCheckFail', 'Condition check failed.'),
  rowOperationConflict: () =>
    make('OTSRowOperationConflict', 'Data is being modified by the other request.'),

  // Local transactions
  outOfAtomicBatch: (atomicKey: string, dataKey: string) =>
    make(
      'OTSDataOutOfRange',
      `Data out of scope of atomic. Atomic PartKey:${atomicKey}. Data PartKey:${dataKey}`,
    ),
  outOfTransaction: (transactionKey: string, dataKey: string) =>
    make(
      'OTSDataOutOfRange',
      `Data out of scope of transaction. Transaction PartKey:${transactionKey}. Data PartKey:${dataKey}`,
    ),
  /** For a request that starts a second transaction. */
  transactionKeyHeld: (key: string) =>
    make('OTSRowOperationConflict', `Failed to lock txn key: ${key}`),
  /** For a write beside an open transaction. */
  transactionLockTimeout: () =>
    make('OTSRowOperationConflict', 'Transaction timeout because cannot acquire exclusive lock.'),
  sessionNotExist: () => make('OTSSessionNotExist', 'Session not exist or may be timeout.'),
  sessionBusy: () => make('OTSSessionBusy', 'Session is busy.'),
  outOfTransactionDataSizeLimit: () =>
    make(
      'OTSOutOfTransactionDataSizeLimit',
      'The total data size of the transaction exceeded the limit.',
    ),

  // Server side
  internalServerError: () => make('OTSInternalServerError', 'Internal server error.'),
  serverBusy: () => make('OTSServerBusy', 'Server is busy.'),
  partitionUnavailable: () => make('OTSPartitionUnavailable', 'The partition is not available.'),
  timeout: () => make('OTSTimeout', 'Operation timeout.'),
  serverUnavailable: () => make('OTSServerUnavailable', 'Server is not available.'),
  storageServerBusy: () => make('OTSStorageServerBusy', 'Server is busy.'),

  ...secondaryIndexErrors(make),
  ...searchIndexErrors(make),
  ...searchErrors(make),

  // Streams and tunnels
  trimmedDataAccess: () =>
    make('OTSTrimmedDataAccess', 'Requested stream data is already trimmed or does not exist.'),
  tunnelExpired: () => make('OTSTunnelExpired', 'The tunnel is expired.'),
  tunnelServerUnavailable: () => make('OTSTunnelServerUnavailable', 'Server is not available.'),
  permissionDenied: () => make('OTSPermissionDenied', 'Permission denied.'),
  tunnelExist: () => make('OTSTunnelExist', 'Requested tunnel already exists.'),
  sequenceNumberNotMatch: () =>
    make('OTSSequenceNumberNotMatch', 'The sequence number does not match.'),
  resourceGone: () => make('OTSResourceGone', 'The client of the tunnel is gone.'),
} as const

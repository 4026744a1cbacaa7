import { type TablestoreError, errors } from '@rowhouse/protocol'
import type { FaultCode } from './fault.js'

/** The error of each code, with the text that the service sends most with it. */
export const faultErrors: Readonly<Record<FaultCode, () => TablestoreError>> = {
  OTSServerBusy: errors.serverBusy,
  OTSPartitionUnavailable: errors.partitionUnavailable,
  OTSTimeout: errors.timeout,
  OTSServerUnavailable: errors.serverUnavailable,
  OTSStorageServerBusy: errors.storageServerBusy,
  OTSOperationThrottled: errors.operationThrottled,
  OTSNotEnoughCapacityUnit: errors.notEnoughCapacityUnit,
  OTSQuotaExhausted: errors.tooFrequentTableOperations,
  OTSTableNotReady: errors.tableNotReady,
  OTSRowOperationConflict: errors.rowOperationConflict,
  OTSInternalServerError: errors.internalServerError,
  OTSRequestTimeout: errors.requestTimeout,
  OTSFlowControl: errors.flowControl,
  OTSConditionCheckFail: errors.conditionCheckFail,
  OTSObjectNotExist: errors.objectNotExist,
  OTSSessionNotExist: errors.sessionNotExist,
  OTSAuthFailed: errors.signatureMismatch,
  OTSNoPermissionAccess: errors.noPermissionAccess,
}

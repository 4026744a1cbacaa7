import { describe, expect, test } from 'vitest'
import { bytesOfHex } from '../testing/worked-rows.js'
import { decodeError, encodeError } from './error-body.js'
import { errorCodes, errors } from './registry.js'
import { TablestoreError } from './tablestore-error.js'

/** The error that each factory makes. All factories take texts or numbers, and accept either here. */
const made: TablestoreError[] = Object.values(errors).map((factory) => {
  const error: unknown = Reflect.apply(factory, errors, ['x', 'y'])
  if (error instanceof TablestoreError) return error
  throw new TypeError(`${factory.name} does not make a TablestoreError`)
})

describe('the error registry', () => {
  test('makes an error of every code, with its status', () => {
    expect(made).toHaveLength(Object.keys(errors).length)
    const statuses = new Map(made.map((error) => [error.code, error.status]))
    expect(statuses).toEqual(new Map(errorCodes.map(({ code, status }) => [code, status])))
  })

  test('gives every error a code of the service and a text', () => {
    for (const error of made) {
      expect(error.code).toMatch(/^OTS[A-Za-z]+$/)
      expect(error.message).not.toBe('')
      expect(error.status).toBeGreaterThanOrEqual(400)
    }
  })

  test.each([
    [errors.conditionCheckFail(), 403, 'OTSConditionCheckFail', 'Condition check failed.'],
    [errors.objectNotExist(), 404, 'OTSObjectNotExist', 'Requested table does not exist.'],
    [errors.objectAlreadyExist(), 409, 'OTSObjectAlreadyExist', 'Requested table already exists.'],
    [errors.serverBusy(), 503, 'OTSServerBusy', 'Server is busy.'],
    [errors.internalServerError(), 500, 'OTSInternalServerError', 'Internal server error.'],
    [errors.invalidPkSize(1, 4), 400, 'OTSInvalidPK', 'Validate PK size fail. Input: 1, Meta: 4.'],
    [
      errors.invalidPkName('a', 'b'),
      400,
      'OTSInvalidPK',
      'Validate PK name fail. Input: a, Meta: b.',
    ],
    [
      errors.invalidPkType('VT_INTEGER', 'VT_STRING'),
      400,
      'OTSInvalidPK',
      'Validate PK type fail. Input: VT_INTEGER, Meta: VT_STRING.',
    ],
    [errors.tooManyTables(64), 403, 'OTSQuotaExhausted', 'Number of tables exceeds the quota:64.'],
    [
      errors.tooFrequentTableOperations(),
      403,
      'OTSQuotaExhausted',
      'Too frequent table operations.',
    ],
    [errors.splitsIndexNotExist('i'), 400, 'OTSMetaNotMatch', 'search index [i] does not exist'],
    [
      errors.scanSessionExpired(),
      400,
      'OTSSessionExpired',
      "ScanQuery'session is expired, please retry ComputeSplitsRequest and ScanQuery.",
    ],
    [
      errors.aggregatedFieldType('sum', 'f type:boolean'),
      400,
      'OTSParameterInvalid',
      '[sum agg] field_name:f type:boolean is invalid, allow [long, double]',
    ],
    [
      errors.parallelIdOutOfRange(1, 101),
      400,
      'OTSParameterInvalid',
      '[parallel_scan.current_parallel_id] must in [0, max_parallel), current max_parallel is 1, current_parallel_id is 101',
    ],
    [
      errors.primaryKeyTooLong('pk_0', 1025),
      400,
      'OTSParameterInvalid',
      "The length of primary key column: 'pk_0' exceeds the MaxLength:1024 with CurrentLength:1025.",
    ],
    [
      errors.attributeTooLong('attr', 2_097_153),
      400,
      'OTSParameterInvalid',
      "The length of attribute column: 'attr' exceeds the MaxLength:2097152 with CurrentLength:2097153.",
    ],
  ])('%s', (error, status, code, message) => {
    expect(error).toMatchObject({ status, code, message })
  })
})

describe('the error body', () => {
  test('has the bytes that the service sends', () => {
    const captured = bytesOfHex('0a 15') + 'OTSConditionCheckFail\x12\x17Condition check failed.'
    expect(encodeError('OTSConditionCheckFail', 'Condition check failed.').toString()).toBe(
      captured,
    )
  })

  test('is read back, with and without a message', () => {
    expect(decodeError(encodeError('C', 'é'))).toEqual({ code: 'C', message: 'é' })
    expect(decodeError(bytesOfHex('0a 01 43'))).toEqual({ code: 'C', message: '' })
    expect(() => decodeError(Buffer.alloc(0))).toThrow(TablestoreError)
  })
})

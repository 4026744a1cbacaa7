import {
  type StreamDetails,
  type StreamSpecification,
  checkColumnName,
  errors,
  limits,
} from '@rowhouse/protocol'
import type { TableDescription } from './table-description.js'

type Stream = TableDescription['stream']

/** How long records are kept when a client enables a stream without saying so. */
const DEFAULT_HOURS = 24

export const noStream: Stream = {
  enabled: false,
  id: undefined,
  expirationHours: 0,
  lastEnabled: 0n,
  columns: [],
}

export const checkStream = (specification: StreamSpecification): void => {
  const hours = specification.expirationTime
  if (!specification.enableStream) {
    // Learnt from users of the Go SDK, who met this error and left the member out.
    if (hours !== undefined) {
      throw errors.parameterInvalid('Expiration time is invalid when enableStream is false')
    }
    return
  }
  if (hours !== undefined && (hours < 1 || hours > limits.STREAM_HOURS_MAX)) {
    throw errors.parameterInvalid(
      `The expiration time of stream must be in range: [1, ${limits.STREAM_HOURS_MAX}].`,
    )
  }
  for (const name of specification.columnsToGet) checkColumnName(name)
}

/**
 * An enabled stream keeps its id when it is configured again. Disabling and enabling it makes a new one.
 */
export const changeStream = (
  tableName: string,
  current: Stream,
  specification: StreamSpecification | undefined,
  nowMicroseconds: bigint,
): Stream => {
  if (specification === undefined) return current
  if (!specification.enableStream) return noStream
  return {
    enabled: true,
    id: current.id ?? `${tableName}_${nowMicroseconds}`,
    expirationHours: specification.expirationTime ?? DEFAULT_HOURS,
    lastEnabled: current.enabled ? current.lastEnabled : nowMicroseconds,
    columns: specification.columnsToGet,
  }
}

export const describeStream = (stream: Stream): StreamDetails => ({
  enableStream: stream.enabled,
  streamId: stream.id,
  expirationTime: stream.expirationHours,
  lastEnableTime: stream.lastEnabled,
  columnsToGet: stream.columns,
})

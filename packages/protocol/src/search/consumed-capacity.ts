import type { CapacityUnit } from '../operations/shared.js'
import { defaulted, required } from './fields.js'
import { type MessageCodec, mapped, message } from './message.js'
import { embedded, int32 } from './wire.js'

const capacityUnit: MessageCodec<CapacityUnit> = message({
  read: defaulted(1, int32, 0),
  write: defaulted(2, int32, 0),
})

const form: MessageCodec<{ readonly unit: CapacityUnit }> = message({
  unit: required(1, embedded(capacityUnit), 'consumed_capacity.capacity_unit'),
})

/** ConsumedCapacity around CapacityUnit; the Go SDK needs both members even when they are 0. */
export const consumedCapacity: MessageCodec<CapacityUnit> = mapped(
  form,
  ({ unit }) => unit,
  (unit) => ({ unit }),
)

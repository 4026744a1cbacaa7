import { errors } from '../../errors/registry.js'
import { defaulted } from '../fields.js'
import type { Field } from '../message.js'
import { float, mappedWire } from '../wire.js'

/** The factor of a query's score: above 0, by default 1. */
export function weight(number: number): Field<number> {
  return defaulted(
    number,
    mappedWire(float, checkWeight, (value) => value),
    1,
  )
}

function checkWeight(value: number): number {
  if (value > 0 && value < Number.POSITIVE_INFINITY) return value
  throw errors.invalidSearchParameter('query.weight', value)
}

import type { Value } from '@rowhouse/client'
import { TransferError } from '../errors.js'
import { JsonReader, JsonSyntaxError, JsonText } from '../formats/json/lossless-json.js'
import { nestedValue } from '../formats/json/read-object.js'

/** Parses leading values of a key from a JSON array: texts, integers, and bytes as `{"$binary": "…"}`. */
export function parseKey(text: string): Value[] {
  try {
    return new JsonReader(text).array().map((member) => {
      const value = member instanceof JsonText ? nestedValue(member) : member
      if (value === null) throw new JsonSyntaxError('a key has no empty values')
      return value
    })
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    throw new TransferError(`${text} is no JSON array of key values such as ["a",7]`)
  }
}

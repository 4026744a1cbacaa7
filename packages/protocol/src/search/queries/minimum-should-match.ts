import { tagOf, WireType } from '../../protobuf/wire-type.js'
import type { Field } from '../message.js'

/** How many clauses must match: a count, or the newer text form such as "75%" or "2<-25%". */
export type MinimumShouldMatch = number | string

/** One member that two fields carry; the newer one wins when a client sends both. */
export function minimumShouldMatch(
  countField: number,
  textField: number,
): Field<MinimumShouldMatch | undefined> {
  return {
    tags: [tagOf(countField, WireType.VARINT), tagOf(textField, WireType.LENGTH_DELIMITED)],
    slot: () => {
      let count: number | undefined
      let text: string | undefined
      return {
        read(reader) {
          if (reader.isVarint(countField)) count = reader.int32()
          else text = reader.string()
        },
        value: () => text ?? count,
      }
    },
    write(writer, value, number) {
      if (number === textField) writer.string(number, typeof value === 'string' ? value : undefined)
      else writer.int32(number, typeof value === 'number' ? value : undefined)
    },
  }
}

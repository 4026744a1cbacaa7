import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TablestoreError } from '../errors/tablestore-error.js'
import type { OperationCodec } from '../operations/shared.js'
import { comparable, type MessageSchema } from './message-schema.js'

export interface Side<T extends object> {
  readonly messages: fc.Arbitrary<T>
  readonly form: (message: T) => object
  readonly encode: (message: T) => Buffer
  readonly decode: (bytes: Buffer) => T
}

/** Tests both directions against the other implementation, and so the round trip as well. */
export function agrees<T extends object>(
  schema: MessageSchema,
  name: string,
  { messages, form, encode, decode }: Side<T>,
): void {
  test(`${name} is the published message`, () => {
    fc.assert(
      fc.property(messages, (message) => {
        // Members that are not in the schema, such as the kind, are not encoded.
        const expected = schema.encode(name, form(message))
        expect(encode(message).toString('hex')).toBe(expected.toString('hex'))
        expect(comparable(decode(expected))).toEqual(comparable(message))
      }),
    )
  })
}

/** Changed bytes and cuts reach the readers of every field, whereas noise stops at the first field. */
export function survivesDamage<T extends object>(name: string, side: Side<T>): void {
  test(`a damaged ${name} throws only service errors`, () => {
    fc.assert(
      fc.property(side.messages, fc.nat(), fc.nat(255), fc.nat(), (message, at, byte, cut) => {
        const bytes = Buffer.from(side.encode(message))
        if (bytes.length > 0) bytes[at % bytes.length] = byte
        for (const damaged of [bytes, bytes.subarray(0, cut % (bytes.length + 1))]) {
          try {
            side.decode(damaged)
          } catch (error) {
            expect(error).toBeInstanceOf(TablestoreError)
          }
        }
      }),
    )
  })
}

type Messages<T extends object> = Pick<Side<T>, 'messages' | 'form'>

/** Tests both messages of an operation. */
export const operationTester =
  (schema: MessageSchema) =>
  <Request extends object, Reply extends object>(
    operation: OperationCodec<Request, Reply>,
    request: Messages<Request>,
    reply: Messages<Reply>,
  ): void => {
    const { name, encodeRequest, decodeRequest, encodeReply, decodeReply } = operation
    const asked = { ...request, encode: encodeRequest, decode: decodeRequest }
    const answered = { ...reply, encode: encodeReply, decode: decodeReply }
    agrees(schema, `${name}Request`, asked)
    survivesDamage(`${name}Request`, asked)
    agrees(schema, `${name}Response`, answered)
    survivesDamage(`${name}Response`, answered)
  }

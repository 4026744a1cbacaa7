import { encodeFilter } from '@rowhouse/protocol'
import type { Choices } from '../random.js'
import { anyFilter } from '../seeds/filters.js'
import { edgeIntegers } from '../seeds/values.js'
import { mutateBytes } from './bytes.js'
import { mutateRow } from './mutate-row.js'
import { type Field, contentBytes, encodeTree, fieldOf, parseTree } from './proto-tree.js'

const VARINT = 0
const LENGTH_DELIMITED = 2

/** A field and the fields of its message. */
interface Place {
  readonly field: Field
  readonly among: Field[]
}

/** Changes fields of a message at any depth; the lengths of the enclosing messages are right. */
export function mutateMessage(body: Buffer, other: Buffer, random: Choices): Buffer {
  const fields = parseTree(body)
  if (fields === undefined) return mutateBytes(body, other, random)
  for (let changes = random.once(3) ? 3 : 1; changes > 0; changes--) {
    const place = pickPlace(fields, random)
    if (place === undefined || random.once(10)) addField(fields, random)
    else mutateField(place, other, random)
  }
  return encodeTree(fields)
}

/** Changes only rows, anywhere in the message. */
export function mutateRows(body: Buffer, other: Buffer, random: Choices): Buffer {
  const fields = parseTree(body)
  const rows = (fields === undefined ? [] : placesIn(fields)).flatMap(({ field }) =>
    field.content.kind === 'row' ? [field.content.row] : [],
  )
  if (fields === undefined || rows.length === 0) return mutateMessage(body, other, random)
  mutateRow(random.pick(rows), random)
  return encodeTree(fields)
}

function placesIn(fields: Field[], places: Place[] = []): Place[] {
  for (const field of fields) {
    places.push({ field, among: fields })
    if (field.content.kind === 'message') placesIn(field.content.fields, places)
  }
  return places
}

function pickPlace(fields: Field[], random: Choices): Place | undefined {
  const places = placesIn(fields)
  return places[random.below(places.length)]
}

function addField(fields: Field[], random: Choices): void {
  const number = random.once(4) ? random.bits() >>> 3 : 1 + random.below(20)
  const field = fieldOf(number, LENGTH_DELIMITED, {
    kind: 'bytes',
    bytes: random.bytes(random.length(40)),
  })
  if (random.once(3)) field.wireType = random.below(8)
  fields.splice(random.below(fields.length + 1), 0, field)
}

function mutateField({ field, among }: Place, other: Buffer, random: Choices): void {
  const at = among.indexOf(field)
  switch (random.below(10)) {
    case 0:
      among.splice(at, 1)
      return
    case 1:
      for (let times = copies(random); times > 0; times--) among.splice(at, 0, field)
      return
    case 2:
      among.reverse()
      return
    case 3:
      field.number = random.once(4) ? 0 : 1 + random.below(20)
      return
    case 4:
      field.wireType = random.below(8)
      return
    case 5:
      if (field.wireType === LENGTH_DELIMITED) field.lengthError = random.pick([-2, -1, 1, 2, 99])
      else field.overlong = 1 + random.below(12)
      return
    default:
      mutateContent(field, other, random)
  }
}

const copies = (random: Choices): number =>
  random.once(30) ? random.pick([99, 100, 199, 200, 250, 1100]) : 1 + random.below(3)

function mutateContent(field: Field, other: Buffer, random: Choices): void {
  const { content } = field
  switch (content.kind) {
    case 'varint':
      content.value = anyNumber(random)
      return
    case 'row':
      if (random.once(4)) field.content = { kind: 'bytes', bytes: anyBytes(field, other, random) }
      else mutateRow(content.row, random)
      return
    case 'bytes':
    case 'message':
      if (random.once(12)) {
        field.wireType = VARINT
        field.content = { kind: 'varint', value: anyNumber(random) }
        return
      }
      field.content = { kind: 'bytes', bytes: anyBytes(field, other, random) }
  }
}

const anyNumber = (random: Choices): bigint =>
  random.once(2) ? random.pick(edgeIntegers) : BigInt(random.bits() >>> random.below(32))

function anyBytes({ content }: Field, other: Buffer, random: Choices): Buffer {
  const bytes = contentBytes(content)
  switch (random.below(9)) {
    case 0:
      return Buffer.alloc(0)
    case 1:
      return random.bytes(random.length(300))
    case 2:
      return Buffer.alloc(random.pick([1, 255, 256, 257, 1024, 1025, 5000]), 'a')
    case 3:
      return other
    case 4:
      return encodeFilter(anyFilter(random, random.length(64)))
    case 5:
      return nested(bytes, 1 + random.length(2000))
    case 6:
      return Buffer.from(random.pick(['fuzz_main', 'fuzz_kinds', '\xff\xfe', 'é', '../x', '']))
    default:
      return mutateBytes(bytes, other, random)
  }
}

/** Nests messages deeply, for readers that recurse without a bound. */
function nested(bytes: Buffer, depth: number): Buffer {
  let inner = bytes
  for (let level = 0; level < depth && inner.length < 20_000; level++) {
    const content = { kind: 'bytes', bytes: inner } as const
    inner = encodeTree([
      fieldOf(1, VARINT, { kind: 'varint', value: 2n }),
      fieldOf(2, LENGTH_DELIMITED, content),
    ])
  }
  return inner
}

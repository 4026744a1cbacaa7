import { outOfRange } from '@rowhouse/platform'
import { limits, TEXT_PAYLOAD, VariantType } from '@rowhouse/protocol'
import { isAscii } from '../../analyzers/ascii-words.js'
import type { FieldLayout, LevelLayout } from '../../schema/index-layout.js'
import type { LevelBuilder } from './level-builder.js'
import { NumericBuilder } from './numeric-builder.js'
import { ABSENT, NUMBER, ObjectScanner, STRING, TRUE } from './object-scanner.js'
import { isText, type TakeCell, termBytesMax } from './take-cell.js'
import { TermsBuilder } from './terms-builder.js'
import { TextBuilder } from './text-builder.js'

/** Takes one member of a scanned object. */
interface Member {
  /** Whether its value is simple enough for this path. */
  fits(bytes: Uint8Array, place: number): boolean
  take(bytes: Uint8Array, place: number, document: number): void
}

/**
 * Takes the children of a row from the JSON of their column without making objects. Undefined for
 * levels whose objects contain more than plain values; an unusual cell is read as any other JSON.
 */
export function createTakeChildren(
  layout: LevelLayout,
  level: LevelBuilder | undefined,
): TakeCell | undefined {
  if (level === undefined || layout.path.includes('.') || layout.children.length > 0)
    return undefined
  const names = layout.fields.map(({ name }) => name.slice(layout.path.length + 1))
  if (names.some((name) => name.includes('.'))) return undefined
  const scanner = new ObjectScanner(names, limits.SEARCH_CHILDREN_MAX)
  const members = layout.fields.map((field) => memberOf(field, level, scanner))
  return (bytes, from, to, document) => {
    const start = from + TEXT_PAYLOAD
    if (bytes[from] !== VariantType.STRING || !isText(bytes, start, to)) return false
    if (!scanner.scan(bytes, start, to) || !allFit(members, scanner, bytes)) return false
    takeAll(members, scanner, bytes, level, document)
    return true
  }
}

function allFit(members: readonly Member[], scanner: ObjectScanner, bytes: Uint8Array): boolean {
  const { kinds, objects } = scanner
  for (let object = 0, place = 0; object < objects; object++)
    for (const member of members) {
      if (kinds[place] !== ABSENT && !member.fits(bytes, place)) return false
      place++
    }
  return true
}

function takeAll(
  members: readonly Member[],
  { kinds, objects }: ObjectScanner,
  bytes: Uint8Array,
  level: LevelBuilder,
  parent: number,
): void {
  for (let object = 0, place = 0; object < objects; object++) {
    const document = level.begin(parent)
    for (const member of members) {
      if (kinds[place] !== ABSENT) member.take(bytes, place, document)
      place++
    }
  }
}

const NEVER: Member = { fits: () => false, take: () => undefined }

function memberOf(field: FieldLayout, level: LevelBuilder, scanner: ObjectScanner): Member {
  const builder = level.field(field.number)
  if (field.isArray) return NEVER
  if (builder instanceof NumericBuilder) return numberMember(field, builder, scanner)
  if (builder instanceof TextBuilder) return textMember(builder, scanner)
  return builder instanceof TermsBuilder && field.type !== 'IP'
    ? termMember(builder, termBytesMax(field), scanner)
    : NEVER
}

function numberMember(
  { type }: FieldLayout,
  builder: NumericBuilder,
  { kinds, numbers }: ObjectScanner,
): Member {
  if (type === 'BOOLEAN') {
    return {
      fits: (_, place) => (kinds[place] ?? outOfRange()) >= TRUE,
      take: (_, place, document) => builder.addUnits(document, kinds[place] === TRUE ? 1 : 0, 1),
    }
  }
  const take: Member['take'] = (_, place, document) =>
    builder.addUnits(document, numbers[place] ?? outOfRange(), 1)
  if (type === 'DOUBLE') return { fits: (_, place) => kinds[place] === NUMBER, take }
  if (type !== 'LONG') return NEVER
  const fits: Member['fits'] = (_, place) =>
    kinds[place] === NUMBER && Number.isSafeInteger(numbers[place])
  return { fits, take }
}

function termMember(builder: TermsBuilder, bytesMax: number, scanner: ObjectScanner): Member {
  const { kinds, starts, ends } = scanner
  return {
    fits: (_, place) =>
      kinds[place] === STRING &&
      (ends[place] ?? outOfRange()) - (starts[place] ?? outOfRange()) <= bytesMax,
    take: (bytes, place, document) =>
      builder.addTerm(document, bytes, starts[place] ?? outOfRange(), ends[place] ?? outOfRange()),
  }
}

function textMember(builder: TextBuilder, { kinds, starts, ends }: ObjectScanner): Member {
  return {
    fits: (bytes, place) =>
      builder.takesAscii &&
      kinds[place] === STRING &&
      (ends[place] ?? outOfRange()) - (starts[place] ?? outOfRange()) <=
        limits.SEARCH_TEXT_BYTES_MAX &&
      isAscii(bytes, starts[place] ?? outOfRange(), ends[place] ?? outOfRange()),
    take: (bytes, place, document) => {
      builder.addAscii(document, bytes, starts[place] ?? outOfRange(), ends[place] ?? outOfRange())
    },
  }
}

import { type Path, pathName } from '../json/exact-json.js'
import {
  type Data,
  type DataObject,
  type Form,
  type MemberType,
  isList,
  isObject,
  membersOf,
} from './form.js'
import { type IndexField, fitsField, textOfValue } from './searchable-fields.js'

/** What is wrong with a part of a search, by the name of its text. */
export type Fault =
  | 'missing'
  | 'unknownMember'
  | 'unknownKind'
  | 'notOfType'
  | 'unknownField'
  | 'wrongValue'

export interface FoundFault {
  readonly path: Path
  readonly fault: Fault
  /** What it is about: a member, a field, or the type that is asked for. */
  readonly what: string
}

/**
 * Everything that is wrong with an object of the form; without fields, names of fields are not
 * checked.
 */
export function checkData(
  form: Form,
  data: Data,
  fields: ReadonlyMap<string, IndexField> | undefined,
): readonly FoundFault[] {
  const faults: FoundFault[] = []
  checkForm(form, data, [], { fields, tell: (fault) => faults.push(fault) })
  return faults
}

interface Checking {
  readonly fields: ReadonlyMap<string, IndexField> | undefined
  readonly tell: (fault: FoundFault) => void
}

function checkForm(form: Form, data: Data, path: Path, checking: Checking): void {
  const { tell } = checking
  if (!isObject(data)) return tell({ path, fault: 'notOfType', what: '{ }' })
  const members = membersOf(form, data)
  if (members === undefined) {
    const kind = data['kind']
    if (kind === undefined) return tell({ path, fault: 'missing', what: 'kind' })
    return tell({ path: [...path, 'kind'], fault: 'unknownKind', what: textOfValue(kind) })
  }
  for (const name of Object.keys(data)) {
    const isKind = form.kind === 'union' && name === 'kind'
    if (isKind || Object.hasOwn(members, name)) continue
    tell({ path: [...path, name], fault: 'unknownMember', what: name })
  }
  for (const [name, { type, isNeeded }] of Object.entries(members)) {
    const given = data[name]
    if (given !== undefined) checkValue(type, given, [...path, name], data, checking)
    else if (isNeeded === true) tell({ path, fault: 'missing', what: name })
  }
}

function checkValue(
  type: MemberType,
  data: Data,
  path: Path,
  owner: DataObject,
  checking: Checking,
): void {
  const { tell, fields } = checking
  switch (type.kind) {
    case 'form':
      return checkForm(type.form(), data, path, checking)
    case 'list':
      if (!isList(data)) return tell({ path, fault: 'notOfType', what: '[ ]' })
      return data.forEach((item, at) => checkValue(type.of, item, [...path, at], owner, checking))
    case 'either':
      if (!type.of.some((each) => isOf(each, data)))
        tell({ path, fault: 'notOfType', what: nameOf(type) })
      return
    case 'field':
      if (typeof data !== 'string') return tell({ path, fault: 'notOfType', what: nameOf(type) })
      if (fields?.has(data) === false) tell({ path, fault: 'unknownField', what: data })
      return
    case 'value': {
      const field = fields?.get(textOfValue(owner['fieldName']))
      if (!isOf(type, data)) tell({ path, fault: 'notOfType', what: nameOf(type) })
      else if (field !== undefined && !fitsField(field.type, data)) {
        tell({ path, fault: 'wrongValue', what: field.type })
      }
      return
    }
    default:
      if (!isOf(type, data)) tell({ path, fault: 'notOfType', what: nameOf(type) })
  }
}

/** Numbers may be written without a fraction; counts must be. */
function isOf(type: MemberType, data: Data): boolean {
  switch (type.kind) {
    case 'text':
    case 'field':
      return typeof data === 'string'
    case 'flag':
      return typeof data === 'boolean'
    case 'number':
      return typeof data === 'number' || typeof data === 'bigint'
    case 'count':
      return typeof data === 'bigint' || (typeof data === 'number' && Number.isInteger(data))
    case 'choice':
      return typeof data === 'string' && type.of.includes(data)
    case 'value':
      return typeof data !== 'object' && data !== undefined
    case 'list':
      return isList(data) && data.every((each) => isOf(type.of, each))
    case 'either':
      return type.of.some((each) => isOf(each, data))
    case 'form':
      return isObject(data)
  }
}

function nameOf(type: MemberType): string {
  if (type.kind === 'choice') return type.of.join(' | ')
  if (type.kind === 'either') return type.of.map(nameOf).join(' | ')
  if (type.kind === 'list') return `[${nameOf(type.of)}]`
  return type.kind === 'form' ? '{ }' : type.kind
}

/** The faults of one value, by the name of its path. */
export function faultsByPath(faults: readonly FoundFault[]): ReadonlyMap<string, FoundFault> {
  return new Map(faults.map((fault) => [pathName(fault.path), fault]))
}

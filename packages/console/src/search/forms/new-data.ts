import type { Data, DataObject, Form, MemberType, Members } from './form.js'

/** A new item of a list, to be filled in. */
export function newItem(type: MemberType): Data {
  if (type.kind === 'number' || type.kind === 'count') return 0
  return type.kind === 'form' ? newObject(type.form()) : ''
}

/** An object whose needed parts are there; of a union, the first kind if none is named. */
export function newObject(form: Form, kind?: string): DataObject {
  if (form.kind === 'record') return neededParts(form.members)
  const chosen = kind ?? Object.keys(form.kinds)[0]
  if (chosen === undefined) return {}
  return { kind: chosen, ...neededParts(form.kinds[chosen] ?? {}) }
}

/** Objects within must be there to be filled in; other members are asked for. */
function neededParts(members: Members): DataObject {
  const parts: { [name: string]: Data } = {}
  for (const [name, { type, isNeeded }] of Object.entries(members)) {
    if (isNeeded !== true) continue
    if (type.kind === 'form') parts[name] = newObject(type.form())
    if (type.kind === 'list') parts[name] = [newItem(type.of)]
  }
  return parts
}

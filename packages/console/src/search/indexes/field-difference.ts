import { writeGateJson } from '@rowhouse/console-gate/shapes'
import type { IndexField } from '../forms/searchable-fields.js'

interface FieldDifference {
  readonly name: string
  readonly kind: 'added' | 'missing' | 'changed'
}

/** How the fields of another index differ from those of an index. */
export function differenceOf(
  own: readonly IndexField[],
  others: readonly IndexField[],
): readonly FieldDifference[] {
  const before = new Map(own.map((field) => [field.name, textOf(field)]))
  const after = new Map(others.map((field) => [field.name, textOf(field)]))
  const differences: FieldDifference[] = []
  for (const [name, text] of before) {
    const other = after.get(name)
    if (other === undefined) differences.push({ name, kind: 'missing' })
    else if (other !== text) differences.push({ name, kind: 'changed' })
  }
  for (const name of after.keys()) {
    if (!before.has(name)) differences.push({ name, kind: 'added' })
  }
  return differences
}

/** Fields within others differ for themselves. */
const textOf = ({ schema }: IndexField): string => writeGateJson({ ...schema, fieldSchemas: [] })

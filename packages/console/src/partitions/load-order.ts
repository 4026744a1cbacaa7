import type { TableOverview } from '@rowhouse/console-gate/shapes'

const loadOf = ({ unitsRead, unitsWritten }: TableOverview): number => unitsRead + unitsWritten

/** The names of tables, those with the most load first. */
export const namesByLoad = (tables: readonly TableOverview[]): readonly string[] =>
  tables.toSorted((a, b) => loadOf(b) - loadOf(a) || b.bytes - a.bytes).map(({ table }) => table)

/** Tables in the order of names; those that came since are the last. */
export function inOrder(
  tables: readonly TableOverview[],
  names: readonly string[],
): readonly TableOverview[] {
  const places = new Map(names.map((name, at) => [name, at]))
  const placeOf = ({ table }: TableOverview): number => places.get(table) ?? names.length
  return tables.toSorted((a, b) => placeOf(a) - placeOf(b))
}

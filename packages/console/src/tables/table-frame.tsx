import type { ReactNode } from 'react'
import { Frame } from '../frame/frame.js'
import { importPath, partitionsPath, rowsPath, settingsPath, tablesPath } from '../frame/paths.js'
import { mayWrite, useSigned } from '../gate/use-gate.js'
import { indexPath } from '../search/search-paths.js'
import { useTexts } from '../texts/use-texts.js'
import { useTables } from './use-tables.js'

/** What is around each view of a table: the way to other tables and to its other views. */
export function TableFrame({
  instance,
  table,
  view,
  children,
}: {
  instance: string
  table: string
  view: 'rows' | 'partitions' | 'settings' | 'import'
  children: ReactNode
}) {
  const texts = useTexts()
  const signed = useSigned()
  const tables = useTables(instance)
  const overview = tables.data?.find((each) => each.table === table)
  const pathOf = {
    rows: rowsPath,
    partitions: partitionsPath,
    settings: settingsPath,
    import: importPath,
  }
  const labels = {
    rows: texts.rows.title,
    partitions: texts.partitions.title,
    settings: texts.tables.settings,
    import: texts.tables.import,
  }
  const views = [
    { label: texts.rows.title, path: rowsPath(instance, table) },
    { label: texts.partitions.title, path: partitionsPath(instance, table) },
    { label: labels.settings, path: settingsPath(instance, table) },
    ...(mayWrite(signed) ? [{ label: labels.import, path: importPath(instance, table) }] : []),
    ...(overview?.searchIndexes ?? []).slice(0, 1).map((index) => ({
      label: texts.rail.search,
      path: indexPath({ instance, table, index }),
    })),
  ]
  const list = { label: texts.tables.title, path: tablesPath(instance) }
  const others = (tables.data ?? []).map(({ table: name }) => ({
    label: name,
    path: pathOf[view](instance, name),
  }))
  return (
    <Frame
      instance={instance}
      steps={[
        { label: list.label, siblings: [list] },
        { label: table, siblings: others },
      ]}
      here={{ label: labels[view], siblings: views, areViews: true }}
    >
      {children}
    </Frame>
  )
}

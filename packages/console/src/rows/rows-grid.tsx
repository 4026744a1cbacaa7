import type { TableShape } from '@rowhouse/console-gate/shapes'
import { useCallback, useMemo, useState } from 'react'
import { mayWrite, useSigned } from '../gate/use-gate.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useTexts } from '../texts/use-texts.js'
import { type GridWriting, Grid } from './grid.js'
import { likelyType } from './filter/filter-clause.js'
import { type FoundColumn, valueIn, widthOf } from './found-columns.js'
import type { GridColumn } from './grid-row.js'
import { useRowsAddress } from './rows-address.js'
import { rowsTexts } from './rows-texts.js'
import type { RowsRoom } from './use-rows-room.js'
import { keyName } from './use-rows.js'
import { isCut, parseValue, typeOf } from './value-text.js'

const ROW_PIXELS = 28

/** The loaded rows as a grid, to read, to open, to select and to change. */
export function RowsGrid({ shape, room }: { shape: TableShape; room: RowsRoom }) {
  const texts = useTexts()
  const own = useRoomTexts(rowsTexts).grid
  const [{ panel }, change] = useRowsAddress()
  const { rows, settings, setSettings } = room
  const columns = useGridColumns(shape, room)
  const [wrong, setWrong] = useState<string>()
  const writing = useWriting(shape, room, setWrong)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = room.found
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const openKey = panel?.kind === 'row' ? keyName(panel.key) : undefined
  const openRow = useMemo(
    () => (openKey === undefined ? -1 : rows.findIndex(({ key }) => keyName(key) === openKey)),
    [openKey, rows],
  )
  return (
    <>
      {wrong !== undefined && (
        <p className="wrong" role="alert">
          {wrong}
        </p>
      )}
      <Grid
        label={texts.rows.title}
        labels={own}
        rows={rows}
        columns={columns}
        rowPixels={ROW_PIXELS}
        openRow={openRow < 0 ? undefined : openRow}
        onOpen={(at) => {
          const row = rows[at]
          if (row !== undefined) change({ panel: { kind: 'row', key: row.key } })
        }}
        onEnd={more}
        onWidth={(column, width) =>
          setSettings({ widths: { ...settings.widths, [column]: width } })
        }
        writing={writing}
      />
    </>
  )
}

function useGridColumns(shape: TableShape, { columns, settings }: RowsRoom): readonly GridColumn[] {
  return useMemo(() => {
    const hidden = new Set(settings.hidden)
    const pinned = new Set(settings.pinned)
    const shown = columns.filter(({ name }) => !hidden.has(name))
    const gridColumn = (name: string, found: FoundColumn | 'key'): GridColumn => ({
      name,
      isKey: found === 'key',
      isPinned: found === 'key' || pinned.has(name),
      width: settings.widths[name] ?? widthOf(found),
    })
    const others = shown.map((found) => gridColumn(found.name, found))
    return [
      ...shape.key.map(({ name }) => gridColumn(name, 'key')),
      ...others.filter(({ isPinned }) => isPinned),
      ...others.filter(({ isPinned }) => !isPinned),
    ]
  }, [shape, columns, settings])
}

/** Absent for who may only read. */
function useWriting(
  shape: TableShape,
  { changes, columns, chosen }: RowsRoom,
  setWrong: (text: string | undefined) => void,
): GridWriting | undefined {
  const texts = useRoomTexts(rowsTexts).filter
  const signed = useSigned()
  if (!mayWrite(signed)) return undefined
  const typeFor = (column: string, text: string) =>
    [...shape.columns, ...columns].find(({ name }) => name === column)?.type ?? likelyType(text)
  return {
    selected: chosen.names,
    edits: changes.edits,
    select: chosen.select,
    mayEdit: (row, { name, isKey }) => {
      const value = valueIn(row, name)
      return !isKey && (value === undefined || !isCut(value))
    },
    edit: (row, column, text) => {
      const before = valueIn(row, column)
      if (before !== undefined && isCut(before)) return
      if (text === '' && before === undefined) return
      const type = before === undefined ? typeFor(column, text ?? '') : typeOf(before)
      const after = text === undefined ? undefined : parseValue(type, text)
      const isWrong = text !== undefined && after === undefined
      setWrong(isWrong ? texts.wrong(type) : undefined)
      if (!isWrong) changes.set(row.key, { column, before, after })
    },
  }
}

import type { TableShape } from '@rowhouse/console-gate/shapes'
import { useRoomTexts } from '../texts/room-texts.js'
import { useTexts } from '../texts/use-texts.js'
import { ChangesReview } from './changes/changes-review.js'
import { CodeView } from './code-view.js'
import { EditRow } from './edit-row.js'
import type { Deletions } from './many/use-deletions.js'
import { RowPanel } from './row-panel.js'
import { useRowsAddress } from './rows-address.js'
import { rowsTexts } from './rows-texts.js'
import { SidePanel } from './side-panel.js'
import { ExportPanel } from './transfers/export-panel.js'
import type { RowsRoom } from './use-rows-room.js'
import { rangeRequest } from './rows-request.js'
import { keyName } from './use-rows.js'

/** The panel that the address names: a row, the form of a new one, or what belongs to the whole table. */
export function OpenPanel({
  instance,
  shape,
  room,
  deletions,
}: {
  instance: string
  shape: TableShape
  room: RowsRoom
  deletions: Deletions
}) {
  const texts = useTexts()
  const own = useRoomTexts(rowsTexts)
  const [{ panel }, change] = useRowsAddress()
  const close = (): void => change({ panel: undefined })
  if (panel?.kind === 'row') {
    const { key } = panel
    const name = keyName(key)
    const remove = (): void => {
      deletions.begin(shape, { kind: 'chosen', keys: [key] })
      close()
    }
    const row = { instance, table: shape, rowKey: key, close, remove }
    return <RowPanel key={name} {...row} />
  }
  if (panel?.kind === 'changes') {
    return (
      <ChangesReview instance={instance} table={shape.table} changes={room.changes} close={close} />
    )
  }
  if (panel?.kind === 'code' && room.query !== undefined) {
    const { query } = room
    return (
      <SidePanel title={own.code.title} close={close}>
        <CodeView
          request={rangeRequest(shape.table, query, query.range.start, undefined)}
          instance={instance}
        />
      </SidePanel>
    )
  }
  if (panel?.kind === 'export') {
    return <ExportPanel instance={instance} shape={shape} room={room} close={close} />
  }
  if (panel?.kind !== 'new') return null
  return (
    <SidePanel title={texts.row.newRow} close={close}>
      <EditRow instance={instance} table={shape} kind="new" cancel={close} saved={close} />
    </SidePanel>
  )
}

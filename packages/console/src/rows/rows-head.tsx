import type { TableShape } from '@rowhouse/console-gate/shapes'
import { Link } from 'wouter'
import { importPath } from '../frame/paths.js'
import { mayWrite, useSigned } from '../gate/use-gate.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useTexts } from '../texts/use-texts.js'
import { ColumnChooser } from './column-chooser.js'
import { KeyBar } from './key-bar.js'
import { useRowsAddress } from './rows-address.js'
import { rowsTexts } from './rows-texts.js'
import type { RowsRoom } from './use-rows-room.js'

/** What is asked for, which columns are shown, and the way to a new row and to the code. */
export function RowsHead({
  instance,
  shape,
  room,
}: {
  instance: string
  shape: TableShape
  room: RowsRoom
}) {
  const texts = useTexts()
  const own = useRoomTexts(rowsTexts)
  const signed = useSigned()
  const [address, change] = useRowsAddress()
  return (
    <div className="page-head">
      <KeyBar
        columns={shape.key}
        question={address.question}
        ask={(question) => change({ question, panel: undefined })}
      />
      <div className="last tools">
        <ColumnChooser
          columns={room.columns}
          rows={room.rows.length}
          settings={room.settings}
          change={room.setSettings}
        />
        <button
          type="button"
          className="button"
          onClick={() => change({ panel: { kind: 'code' } })}
        >
          {texts.row.code}
        </button>
        <button
          type="button"
          className="button"
          onClick={() => change({ panel: { kind: 'export' } })}
        >
          {own.export.title}
        </button>
        {mayWrite(signed) && (
          <Link href={importPath(instance, shape.table)} className="button">
            {texts.tables.import}
          </Link>
        )}
        {mayWrite(signed) && (
          <button
            type="button"
            className="button"
            onClick={() => change({ panel: { kind: 'new' } })}
          >
            {texts.rows.insert}
          </button>
        )}
      </div>
    </div>
  )
}

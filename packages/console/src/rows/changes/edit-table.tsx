import type { ShownRow } from '@rowhouse/console-gate/shapes'
import { ScrollFrame } from '../../parts/scroll-frame.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { CellValue } from '../cell-value.js'
import { cellOf } from '../found-columns.js'
import { rowsTexts } from '../rows-texts.js'
import type { RowEdit } from './row-edit.js'

/** The columns of an edit; with the row as somebody else has left it, where they have changed it. */
export function EditTable({ edit, now }: { edit: RowEdit; now?: ShownRow }) {
  const texts = useRoomTexts(rowsTexts).changes
  return (
    <ScrollFrame label={texts.column}>
      <table className="list edit-table">
        <thead>
          <tr>
            <th>{texts.column}</th>
            <th>{texts.before}</th>
            {now !== undefined && <th>{texts.theirs}</th>}
            <th>{now === undefined ? texts.after : texts.mine}</th>
          </tr>
        </thead>
        <tbody>
          {edit.cells.map(({ column, before, after }) => (
            <tr key={column}>
              <th scope="row">
                <code>{column}</code>
              </th>
              <td>
                <CellValue value={before} />
              </td>
              {now !== undefined && (
                <td className="theirs">
                  <CellValue value={cellOf(now, column)?.value} />
                </td>
              )}
              <td className="mine">
                <CellValue value={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

import type { TableShape } from '@rowhouse/console-gate/shapes'
import { useState } from 'react'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useTexts } from '../../texts/use-texts.js'
import { RequestsAsCode } from '../requests-as-code.js'
import { rowsTexts } from '../rows-texts.js'
import type { RowsRoom } from '../use-rows-room.js'
import { deletionsOf } from './deletion-requests.js'
import type { Deletions } from './use-deletions.js'

/** What can be done with the rows that are chosen, or with all that the page asks for. */
export function SelectionBar({
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
  const texts = useRoomTexts(rowsTexts).many
  const { code } = useTexts().row
  const [isCode, setCode] = useState(false)
  const { chosen, query } = room
  if (chosen.keys.length === 0) return null
  return (
    <>
      <section className="work-bar" aria-label={texts.selection}>
        <strong role="status">{texts.selected(chosen.keys.length)}</strong>
        <button
          type="button"
          className="button danger"
          onClick={() => {
            deletions.begin(shape, { kind: 'chosen', keys: chosen.keys })
            chosen.clear()
          }}
        >
          {texts.deleteChosen}
        </button>
        {query !== undefined && (
          <button
            type="button"
            className="button danger"
            onClick={() => {
              deletions.begin(shape, { kind: 'all', query })
              chosen.clear()
            }}
          >
            {query.filter === undefined ? texts.deleteRange : texts.deleteFound}
          </button>
        )}
        <button
          type="button"
          className="button"
          aria-expanded={isCode}
          onClick={() => setCode(!isCode)}
        >
          {code}
        </button>
        <button type="button" className="button plain last" onClick={chosen.clear}>
          {texts.clear}
        </button>
      </section>
      {isCode && (
        <RequestsAsCode
          requests={deletionsOf(shape.table, chosen.keys, query)}
          instance={instance}
        />
      )}
    </>
  )
}

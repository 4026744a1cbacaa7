import { useRoomTexts } from '../texts/room-texts.js'
import { useTexts } from '../texts/use-texts.js'
import type { RowsPageData } from './loaded-rows.js'
import { rowsTexts } from './rows-texts.js'
import type { RowsRoom } from './use-rows-room.js'

/** How much is loaded, how long it took and what it read; never how much there is. */
export function RowsStatus({ room, pages }: { room: RowsRoom; pages: readonly RowsPageData[] }) {
  const texts = useTexts().rows
  const own = useRoomTexts(rowsTexts).status
  const { found, rows } = room
  return (
    <p className="status" role="status">
      <span>{texts.loaded(rows.length)}</span>
      <span>{texts.took(Math.round(sum(pages.map(({ took }) => took))))}</span>
      <span>{texts.units(sum(pages.map(({ answer }) => answer.units.read)))}</span>
      {!found.hasNextPage && rows.length > 0 && <span>{texts.end}</span>}
      {found.isPaused && (
        <span>
          {own.paused(pages.length)}{' '}
          <button type="button" className="button" onClick={found.goOn}>
            {own.goOn}
          </button>
        </span>
      )}
    </p>
  )
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

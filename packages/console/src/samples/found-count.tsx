import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { samplesTexts } from './samples-texts.js'

/** How many there are, and how many of them are shown. */
export function FoundCount({
  found,
}: {
  found: { readonly total: number; readonly rows: readonly unknown[] }
}) {
  const texts = useRoomTexts(samplesTexts)
  const { language } = useReading()
  const number = (value: number): string => value.toLocaleString(language)
  return found.rows.length < found.total
    ? texts.shown(number(found.rows.length), number(found.total))
    : texts.found(number(found.total))
}

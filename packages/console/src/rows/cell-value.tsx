import type { ShownValue } from '@rowhouse/console-gate/shapes'
import { shortBytes } from '../parts/short-number.js'
import { useReading } from '../texts/use-texts.js'
import { bytesOf, lineOf } from './value-text.js'

/** One value in one line: numbers stand right, texts left, bytes are a chip with their size. */
export function CellValue({ value }: { value: ShownValue | undefined }) {
  const { texts, language } = useReading()
  if (value === undefined) {
    return (
      <span className="missing" title={texts.rows.missing}>
        ·
      </span>
    )
  }
  const bytes = bytesOf(value)
  return (
    <>
      <bdi>{lineOf(value)}</bdi>
      {bytes !== undefined && <span className="chip">{shortBytes(bytes, language)}</span>}
    </>
  )
}

export const isRight = (value: ShownValue | undefined): boolean =>
  typeof value === 'bigint' || typeof value === 'number'

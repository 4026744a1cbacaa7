import { useRoomTexts } from '../texts/room-texts.js'
import { Choice } from '../parts/choice-field.js'
import { DELIMITERS, ENCODINGS, FORMATS, type Reading } from './file-records.js'
import { importsTexts } from './imports-texts.js'

const NAMES = { csv: 'CSV', ndjson: 'NDJSON', parquet: 'Parquet' } as const

/** How the file is read: guessed, and to be changed. */
export function ReadingFields({
  reading,
  change,
}: {
  reading: Reading
  change: (reading: Reading) => void
}) {
  const texts = useRoomTexts(importsTexts)
  return (
    <div className="fields">
      <Choice
        label={texts.format}
        options={FORMATS}
        textOf={(format) => NAMES[format]}
        value={reading.format}
        change={(format) => change({ ...reading, format })}
      />
      {reading.format === 'csv' && (
        <Choice
          label={texts.delimiter}
          options={DELIMITERS}
          textOf={(delimiter) => texts.delimiters[delimiter]}
          value={reading.delimiter}
          change={(delimiter) => change({ ...reading, delimiter })}
        />
      )}
      {reading.format !== 'parquet' && (
        <Choice
          label={texts.encoding}
          options={ENCODINGS}
          textOf={(encoding) => encoding}
          value={reading.encoding}
          change={(encoding) => change({ ...reading, encoding })}
        />
      )}
    </div>
  )
}

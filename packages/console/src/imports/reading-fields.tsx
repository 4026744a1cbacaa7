import { useRoomTexts } from '../texts/room-texts.js'
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

function Choice<Option extends string>({
  label,
  options,
  textOf,
  value,
  change,
}: {
  label: string
  options: readonly Option[]
  textOf: (option: Option) => string
  value: Option
  change: (option: Option) => void
}) {
  return (
    <label className="field">
      <span>{label}</span>
      <select
        className="input"
        value={value}
        onChange={({ target }) => {
          const option = options.find((each) => each === target.value)
          if (option !== undefined) change(option)
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {textOf(option)}
          </option>
        ))}
      </select>
    </label>
  )
}

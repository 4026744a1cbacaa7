import type { TableShape } from '@rowhouse/console-gate/shapes'
import type { FileRecord } from '@rowhouse/transfer/records'
import { useRoomTexts } from '../texts/room-texts.js'
import { Choice } from '../parts/choice-field.js'
import type { ColumnChoice } from './column-choices.js'
import { importsTexts } from './imports-texts.js'
import {
  CONNECTORS,
  HASH_DIGITS,
  type KeyDesign,
  type KeyPart,
  isIntegerPart,
  partChoices,
  partOf,
  targetsOf,
} from './key-design.js'

const KINDS = ['none', 'splice', 'hash'] as const

interface DesignProps {
  readonly design: KeyDesign
  readonly choices: readonly ColumnChoice[]
  readonly records: readonly FileRecord[]
  readonly shape: TableShape | undefined
  readonly change: (design: KeyDesign) => void
}

/** A key column that is made of others: several as one text, or one behind its hash. */
export function KeyDesignFields(props: DesignProps) {
  const { design, choices, records, shape, change } = props
  const texts = useRoomTexts(importsTexts).made
  const { kind, parts } = design
  if (shape !== undefined && targetsOf(shape).length === 0) return null
  const offered = partChoices(choices).map(({ source }) => source)
  const begin = (next: KeyDesign['kind']): void => {
    const wanted = next === 'splice' ? 2 : 1
    const first = offered.slice(0, Math.max(wanted, parts.length))
    const names = parts.length >= wanted ? parts : first.map((each) => partOf(each, records))
    const [named = design.target] = shape === undefined ? [design.target] : targetsOf(shape)
    change({ ...design, kind: next, target: named, parts: names })
  }
  return (
    <fieldset className="made-key">
      <legend>{texts.title}</legend>
      <div className="fields">
        <Choice
          label={texts.way}
          options={KINDS}
          textOf={(each) => texts.ways[each]}
          value={kind}
          change={begin}
        />
        {kind !== 'none' && <TargetField {...props} />}
        {kind === 'splice' && (
          <Choice
            label={texts.connector}
            options={CONNECTORS}
            textOf={(each) => each}
            value={design.connector}
            change={(connector) => change({ ...design, connector })}
          />
        )}
        {kind === 'hash' && (
          <Choice
            label={texts.digits}
            options={HASH_DIGITS}
            textOf={String}
            value={design.digits}
            change={(digits) => change({ ...design, digits })}
          />
        )}
      </div>
      {kind !== 'none' && <Parts {...props} offered={offered} />}
      {kind !== 'none' && (
        <p className="quiet">
          {texts.help[kind]} {shape === undefined && texts.first}
        </p>
      )}
    </fieldset>
  )
}

function TargetField({ design, shape, change }: DesignProps) {
  const texts = useRoomTexts(importsTexts).made
  const set = (target: string): void => change({ ...design, target })
  if (shape !== undefined) {
    const names = targetsOf(shape)
    return (
      <Choice
        label={texts.target}
        options={names}
        textOf={String}
        value={design.target}
        change={set}
      />
    )
  }
  return (
    <label className="field">
      <span>{texts.target}</span>
      <input
        className="input"
        value={design.target}
        onChange={(event) => set(event.target.value)}
      />
    </label>
  )
}

/** The columns in their order; integers with their range. */
function Parts({
  design,
  choices,
  records,
  change,
  offered,
}: DesignProps & { offered: readonly string[] }) {
  const texts = useRoomTexts(importsTexts).made
  const { kind, parts } = design
  const shown = kind === 'hash' ? parts.slice(0, 1) : parts
  const set = (at: number, part: KeyPart): void =>
    change({ ...design, parts: parts.with(at, part) })
  const left = offered.find((source) => parts.every((part) => part.source !== source))
  return (
    <>
      {shown.map((part, at) => (
        <div className="fields" key={at}>
          <Choice
            label={texts.part(at + 1)}
            options={offered}
            textOf={String}
            value={part.source}
            change={(source) => set(at, partOf(source, records))}
          />
          {kind === 'splice' && isIntegerPart(choices, part.source) && (
            <RangeFields part={part} change={(next) => set(at, next)} />
          )}
          {kind === 'splice' && parts.length > 2 && (
            <button
              type="button"
              className="button plain"
              aria-label={texts.removePart(part.source)}
              onClick={() => change({ ...design, parts: parts.toSpliced(at, 1) })}
            >
              {texts.remove}
            </button>
          )}
        </div>
      ))}
      {kind === 'splice' && left !== undefined && (
        <p>
          <button
            type="button"
            className="button"
            onClick={() => change({ ...design, parts: [...parts, partOf(left, records)] })}
          >
            {texts.addPart}
          </button>
        </p>
      )}
    </>
  )
}

function RangeFields({ part, change }: { part: KeyPart; change: (part: KeyPart) => void }) {
  const texts = useRoomTexts(importsTexts).made
  return (['min', 'max'] as const).map((end) => (
    <label className="field" key={end}>
      <span>{texts[end](part.source)}</span>
      <input
        className="input"
        inputMode="numeric"
        value={part[end]}
        onChange={({ target }) => change({ ...part, [end]: target.value })}
      />
    </label>
  ))
}

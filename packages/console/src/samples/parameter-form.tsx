import { type FormEvent, type ReactNode, useState } from 'react'
import { useRoomTexts } from '../texts/room-texts.js'
import { samplesTexts } from './samples-texts.js'

type Choices = readonly { readonly value: string; readonly label: string }[]

/** One input for a part of a question's parameters. */
export interface ParameterField<Parameters> {
  readonly id: string
  readonly label: string
  readonly kind: 'text' | 'number' | 'date'
  readonly choices?: Choices | undefined
  readonly read: (parameters: Parameters) => string
  /** Undefined when the text is no value. */
  readonly write: (parameters: Parameters, text: string) => Parameters | undefined
}

export interface Span {
  readonly from: number
  readonly to: number
}

interface SpanLabels {
  readonly from: string
  readonly to: string
}

/** Makes the fields of a question's parameters. */
export class ParameterFields<P> {
  text(key: keyof P & string, label: string, choices?: Choices): ParameterField<P> {
    return {
      id: key,
      label,
      kind: 'text',
      choices,
      read: (parameters) => String(parameters[key]),
      write: (parameters, text) => (text === '' ? undefined : { ...parameters, [key]: text }),
    }
  }

  number(key: keyof P & string, label: string): ParameterField<P> {
    return {
      id: key,
      label,
      kind: 'number',
      read: (parameters) => String(parameters[key]),
      write: (parameters, text) => {
        const value = Number(text)
        return text === '' || !Number.isFinite(value) ? undefined : { ...parameters, [key]: value }
      },
    }
  }

  /** Of parameters that have a period. */
  period<Q extends { readonly period: Span }>(
    this: ParameterFields<Q>,
    labels: SpanLabels,
  ): readonly ParameterField<Q>[] {
    return this.#span(
      labels,
      (parameters) => parameters.period,
      (parameters, period) => ({ ...parameters, period }),
    )
  }

  /** Of parameters that have the bounds of a period themselves. */
  bounds<Q extends Span>(
    this: ParameterFields<Q>,
    labels: SpanLabels,
  ): readonly ParameterField<Q>[] {
    return this.#span(
      labels,
      (parameters) => parameters,
      (parameters, span) => ({ ...parameters, ...span }),
    )
  }

  /** Days of Beijing, where the samples live: the first one, and the one after the last. */
  #span(
    labels: SpanLabels,
    read: (parameters: P) => Span,
    write: (parameters: P, span: Span) => P,
  ): readonly ParameterField<P>[] {
    return (['from', 'to'] as const).map((edge) => ({
      id: edge,
      label: labels[edge],
      kind: 'date',
      read: (parameters) => dayOf(read(parameters)[edge]),
      write: (parameters, text) => {
        const time = Date.parse(`${text}T00:00:00+08:00`)
        return Number.isNaN(time)
          ? undefined
          : write(parameters, { ...read(parameters), [edge]: time })
      },
    }))
  }
}

/** The fields of a question, made of what its parameters have. */
export type FieldsOf<P> = (of: ParameterFields<P>) => readonly ParameterField<P>[]

const BEIJING_OFFSET_MS = 8 * 3_600_000

const dayOf = (time: number): string =>
  new Date(time + BEIJING_OFFSET_MS).toISOString().slice(0, 10)

/** A form for the parameters of a question. What was typed stays when it is wrong. */
export function ParameterForm<Parameters>(props: {
  fields: FieldsOf<Parameters>
  parameters: Parameters
  submit: string
  onAsk: (parameters: Parameters) => void
  /** Fields that are no parameters of the question. */
  others?: ReactNode
  /** What stands behind the button. */
  children?: ReactNode
}) {
  const { parameters, submit, onAsk, others, children } = props
  const fields = props.fields(new ParameterFields())
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [wrong, setWrong] = useState<string>()
  const ask = (event: FormEvent): void => {
    event.preventDefault()
    let asked: Parameters | undefined = parameters
    for (const { id, write, read } of fields) {
      if (asked === undefined) break
      asked = write(asked, typed[id] ?? read(parameters))
      if (asked === undefined) setWrong(id)
    }
    if (asked === undefined) return
    setWrong(undefined)
    setTyped({})
    onAsk(asked)
  }
  return (
    <form className="parameters" onSubmit={ask}>
      {fields.map(({ id, label, kind, choices, read }) => (
        <label key={id} className="field">
          <span>{label}</span>
          {choices === undefined ? (
            <input
              className="input"
              type={kind === 'date' ? 'date' : 'text'}
              inputMode={kind === 'number' ? 'decimal' : undefined}
              required
              aria-invalid={wrong === id}
              value={typed[id] ?? read(parameters)}
              onChange={({ target }) => setTyped({ ...typed, [id]: target.value })}
            />
          ) : (
            <select
              className="input"
              value={typed[id] ?? read(parameters)}
              onChange={({ target }) => setTyped({ ...typed, [id]: target.value })}
            >
              {choices.map(({ value, label: name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </label>
      ))}
      {others}
      <button type="submit" className="button main">
        {submit}
      </button>
      {children}
      {wrong !== undefined && <WrongValue />}
    </form>
  )
}

function WrongValue() {
  const texts = useRoomTexts(samplesTexts)
  return (
    <span className="quiet" role="alert">
      {texts.wrongValue}
    </span>
  )
}

import type { ShownValue } from '@rowhouse/console-gate/shapes'
import { useEffect, useMemo, useState } from 'react'
import { useRoomTexts } from '../../texts/room-texts.js'
import { rowsTexts } from '../rows-texts.js'
import { isCut, textOf } from '../value-text.js'
import {
  hasSpace,
  hexLine,
  hexLineCount,
  imageTypeOf,
  textLines,
  utf8Of,
  visibleSpace,
} from './byte-lines.js'
import { JsonTree } from './json-tree.js'
import { parseJsonText } from './json-value.js'
import { LineList } from './line-list.js'

type Way = 'json' | 'text' | 'space' | 'hex' | 'image'

/** Longer texts are drawn line by line. */
const SHORT_LETTERS = 4_000

/** A value in the way that fits it best, with the other ways beside it. */
export function ValueView({ name, value }: { name: string; value: ShownValue }) {
  const texts = useRoomTexts(rowsTexts).values
  const whole = isCut(value) ? value.head : value
  const ways = useMemo(() => waysOf(whole), [whole])
  const [chosen, setChosen] = useState<Way>()
  const way = ways.find((each) => each === chosen) ?? ways[0] ?? 'text'
  return (
    <>
      {ways.length > 1 && (
        <div className="tabs value-ways" role="group" aria-label={texts.ways(name)}>
          {ways.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === way}
              onClick={() => setChosen(each)}
            >
              {texts[each]}
            </button>
          ))}
        </div>
      )}
      <ValueIn name={name} value={whole} way={way} />
    </>
  )
}

type Whole = string | bigint | number | boolean | Uint8Array

function waysOf(value: Whole): readonly Way[] {
  if (value instanceof Uint8Array) {
    const image: Way[] = imageTypeOf(value) === undefined ? [] : ['image']
    const text: Way[] = utf8Of(value) === undefined ? [] : ['text']
    return [...image, 'hex', ...text]
  }
  if (typeof value !== 'string') return ['text']
  const json: Way[] = parseJsonText(value) === undefined ? [] : ['json']
  const space: Way[] = hasSpace(value) ? ['space'] : []
  return [...json, 'text', ...space]
}

function ValueIn({ name, value, way }: { name: string; value: Whole; way: Way }) {
  if (value instanceof Uint8Array) {
    if (way === 'image') return <ImageOf name={name} bytes={value} />
    if (way === 'hex') {
      const lineAt = (line: number): string => hexLine(value, line)
      return <LineList label={name} count={hexLineCount(value)} lineAt={lineAt} />
    }
    return <TextOf name={name} text={utf8Of(value) ?? ''} />
  }
  const text = textOf(value)
  if (way === 'json') return <JsonOf text={text} />
  return <TextOf name={name} text={way === 'space' ? visibleSpace(text) : text} />
}

function JsonOf({ text }: { text: string }) {
  const json = useMemo(() => parseJsonText(text), [text])
  return json === undefined ? null : <JsonTree value={json} />
}

function TextOf({ name, text }: { name: string; text: string }) {
  const lines = useMemo(() => (text.length > SHORT_LETTERS ? textLines(text) : []), [text])
  if (text.length <= SHORT_LETTERS) return <bdi className="value-text">{text}</bdi>
  return <LineList label={name} count={lines.length} lineAt={(line) => lines[line] ?? ''} />
}

function ImageOf({ name, bytes }: { name: string; bytes: Uint8Array }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes.slice()], { type: imageTypeOf(bytes) ?? '' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes])
  return url === undefined ? null : <img className="value-image" src={url} alt={name} />
}

import { type Completion, autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { HighlightStyle, bracketMatching, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, linter } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, drawSelection, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import { type Offer, endOfWord } from './json-completion.js'

export interface EditorFault {
  readonly from: number
  readonly to: number
  readonly message: string
}

export interface EditorProps {
  readonly label: string
  readonly text: string
  readonly change: (text: string) => void
  readonly faultsOf: (text: string) => readonly EditorFault[]
  readonly offersAt: (text: string, at: number) => Offer | undefined
  readonly submit: () => void
}

/** An editor for JSON. What the page says anew replaces its text. */
export function JsonEditor(props: EditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const current = useRef(props)
  const echoes = useRef<Echoes>({ told: [], isForeign: false })
  useEffect(() => {
    current.current = props
  })
  useEffect(() => {
    const element = host.current
    if (element === null) return
    // The page's policy forbids style elements; within a shadow root the editor needs none.
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const state = stateOf(current, echoes.current)
    const created = new EditorView({ parent: root, root, state })
    view.current = created
    return () => created.destroy()
  }, [])
  useEffect(() => {
    const editor = view.current
    if (editor === undefined) return
    const at = echoes.current.told.lastIndexOf(props.text)
    if (at >= 0) {
      // The page says what was typed here, and more may have been typed since.
      echoes.current.told.splice(0, at + 1)
      return
    }
    echoes.current.told = []
    if (editor.state.doc.toString() === props.text) return
    echoes.current.isForeign = true
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: props.text } })
    echoes.current.isForeign = false
  }, [props.text])
  return <div className="json-editor" ref={host} />
}

interface Echoes {
  /** Texts that were typed here, and that the page has not said yet. */
  told: string[]
  /** While a text of the page replaces what is here. */
  isForeign: boolean
}

function stateOf(current: { readonly current: EditorProps }, echoes: Echoes): EditorState {
  const { label, text } = current.current
  return EditorState.create({
    doc: text,
    extensions: [
      history(),
      drawSelection(),
      bracketMatching(),
      json(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      theme,
      syntaxHighlighting(colours),
      linter(({ state }) => diagnosticsOf(current.current.faultsOf(state.doc.toString())), {
        delay: 150,
      }),
      autocompletion({
        override: [
          ({ state, pos, explicit }) => {
            const text = state.doc.toString()
            const offer = current.current.offersAt(text, pos)
            if (offer === undefined || (offer.from === pos && !explicit)) return null
            return {
              from: offer.from,
              to: endOfWord(text, offer.from, pos),
              options: offer.offers.map(optionOf),
              validFor: /^"?[\w.]*$/,
            }
          },
        ],
      }),
      typingOverSelection,
      keymap.of([
        {
          key: 'Mod-Enter',
          run: () => {
            current.current.submit()
            return true
          },
        },
        ...completionKeymap,
        ...defaultKeymap,
        ...historyKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged || echoes.isForeign) return
        const typed = update.state.doc.toString()
        echoes.told.push(typed)
        current.current.change(typed)
      }),
    ],
  })
}

/**
 * Where a browser itself types over a selection of several lines, it keeps their look by a style attribute,
 * which the page's policy forbids.
 */
const typingOverSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (event.inputType !== 'insertText' || event.data === null || event.isComposing) return false
    const range = selectedRange(view.root)
    if (range === undefined) return false
    event.preventDefault()
    const from = view.posAtDOM(range.startContainer, range.startOffset)
    view.dispatch({
      changes: { from, to: view.posAtDOM(range.endContainer, range.endOffset), insert: event.data },
      selection: { anchor: from + event.data.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    })
    return true
  },
})

/** What is selected now: the editor learns of it a moment later. Chromium alone tells it of a shadow root. */
function selectedRange(root: DocumentOrShadowRoot): Range | undefined {
  const selection = canSelect(root) ? root.getSelection() : document.getSelection()
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return undefined
  return selection.getRangeAt(0)
}

const canSelect = (root: object): root is Pick<Document, 'getSelection'> =>
  'getSelection' in root && typeof root.getSelection === 'function'

/** A name is compared with what is typed, which begins with a quote. */
const optionOf = ({ label, apply }: Offer['offers'][number]): Completion => ({
  label: apply.startsWith('"') ? `"${label}"` : label,
  displayLabel: label,
  apply,
})

const diagnosticsOf = (faults: readonly EditorFault[]): Diagnostic[] =>
  faults.map((fault) => ({ ...fault, severity: 'error' }))

const theme = EditorView.theme({
  '&': {
    minHeight: '180px',
    maxHeight: '420px',
    color: 'var(--ink)',
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--line)',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-1px' },
  '.cm-scroller': { font: '12px / 1.6 var(--mono)', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { background: 'var(--select)' },
  '.cm-tooltip': {
    background: 'var(--paper)',
    border: '1px solid var(--line-strong)',
    color: 'var(--ink)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--accent)',
    color: 'var(--accent-ink)',
  },
})

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--ink)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--accent)' },
  { tag: tags.punctuation, color: 'var(--quiet)' },
])

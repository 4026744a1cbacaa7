import { TablestoreError } from '@rowhouse/protocol'
import { IndexAbsentError, IndexDamagedError } from '../../indexes/index-errors.js'
import { SegmentDamagedError } from '../../segments/read/segment-damaged-error.js'

/** An error that keeps its class on the way between threads. */
export type WireError =
  | {
      readonly kind: 'service'
      readonly status: number
      readonly code: string
      readonly message: string
    }
  | { readonly kind: 'index'; readonly path: string; readonly message: string }
  | { readonly kind: 'absent'; readonly index: number }
  | {
      readonly kind: 'segment'
      readonly file: string
      readonly section: string
      readonly message: string
    }
  | {
      readonly kind: 'other'
      readonly code: string
      readonly message: string
      readonly stack: string
    }

export function toWire(error: unknown): WireError {
  if (error instanceof TablestoreError) {
    const { status, code, message } = error
    return { kind: 'service', status, code, message }
  }
  if (error instanceof IndexDamagedError) {
    return { kind: 'index', path: error.path, message: error.problem }
  }
  if (error instanceof IndexAbsentError) return { kind: 'absent', index: error.index }
  if (error instanceof SegmentDamagedError) {
    const { file, section, problem } = error
    return { kind: 'segment', file, section, message: problem }
  }
  if (!(error instanceof Error))
    return { kind: 'other', code: '', message: String(error), stack: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return { kind: 'other', code, message: error.message, stack: error.stack ?? '' }
}

export function fromWire(error: WireError): Error {
  switch (error.kind) {
    case 'service':
      return new TablestoreError(error.status, error.code, error.message)
    case 'index':
      return new IndexDamagedError(error.path, error.message)
    case 'absent':
      return new IndexAbsentError(error.index)
    case 'segment':
      return new SegmentDamagedError(error.file, error.section, error.message)
    case 'other': {
      const made = new Error(error.message)
      if (error.stack !== '') made.stack = error.stack
      return error.code === '' ? made : Object.assign(made, { code: error.code })
    }
  }
}

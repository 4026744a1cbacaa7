/** A value of JSON; numbers keep the letters in which they were written, so none is rounded. */
export type JsonValue =
  | string
  | boolean
  | null
  | JsonNumber
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue }

export class JsonNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The object or list in a text; undefined for other texts, also for plain numbers and words of JSON. */
export function parseJsonText(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return parsed(text)
  } catch {
    return undefined
  }
}

interface Context {
  readonly source?: string
}

/** Older browsers do not give the source of a number; there it is shown as JavaScript reads it. */
function parsed(text: string): JsonValue {
  const value: unknown = JSON.parse(text, (_, part: unknown, context?: Context) =>
    typeof part === 'number' ? new JsonNumber(context?.source ?? String(part)) : part,
  )
  // JSON has nothing else, and its numbers have been replaced.
  return value as JsonValue
}

import type { Endpoint } from '../../../load/connection.js'

/** Calls to a node that the load generator does not measure. */
export class OpenSearchClient {
  readonly #base: string

  constructor({ host, port }: Endpoint) {
    this.#base = `http://${host}:${port}`
  }

  /** The reply's JSON; an answer other than 200 or 201 is an error, or undefined for `absent`. */
  async call(method: string, path: string, body?: object | string): Promise<unknown> {
    const isLines = typeof body === 'string'
    const type = isLines ? 'application/x-ndjson' : 'application/json'
    const response = await fetch(`${this.#base}${path}`, {
      method,
      headers: { 'content-type': type },
      ...(body === undefined ? {} : { body: isLines ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) {
      throw new Error(`OpenSearch: ${method} ${path} answered ${response.status}: ${cut(text)}`)
    }
    return text === '' ? undefined : JSON.parse(text)
  }

  async exists(path: string): Promise<boolean> {
    const { status } = await fetch(`${this.#base}${path}`, { method: 'HEAD' })
    return status === 200
  }
}

function cut(text: string): string {
  return text.slice(0, 300)
}

/** The value at a path of a reply, undefined where there is none. */
export function at(json: unknown, ...path: readonly (string | number)[]): unknown {
  let value = json
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.entries(value).find(([name]) => name === String(key))?.[1]
  }
  return value
}

export function numberAt(json: unknown, ...path: readonly (string | number)[]): number {
  const value = at(json, ...path)
  if (typeof value === 'number') return value
  throw new Error(`OpenSearch answered without a number at ${path.join('.')}`)
}

export function listAt(json: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const value = at(json, ...path)
  if (Array.isArray(value)) return value
  throw new Error(`OpenSearch answered without a list at ${path.join('.')}`)
}

/** Node's convention: the error first. */
export type SdkCallback = (error: unknown, reply: unknown) => void

/** The part of the official Node.js SDK that retries need: every operation of its client uses it. */
export interface SdkClient {
  makeRequest(operation: string, params: object | null, callback?: SdkCallback): unknown
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

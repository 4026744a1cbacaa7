/** Node's convention: the error first. */
export type SdkCallback = (error: unknown, reply: unknown) => void

/** What the retries need of the official Node.js SDK: every operation of its client goes through here. */
export interface SdkClient {
  makeRequest(operation: string, params: object | null, callback?: SdkCallback): unknown
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

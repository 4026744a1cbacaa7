import { fileURLToPath } from 'node:url'

const from = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The `conformance` folder and the repository, relative to `conformance/dist/runner`. */
export const CONFORMANCE = from('../../')
export const REPOSITORY = from('../../../')
/** The SDKs of other languages are cached here between runs. */
export const CACHE = from('../../../node_modules/.cache/rowhouse-conformance/')
export const PAGE = from('../../../docs/compatibility.md')

import { fileURLToPath } from 'node:url'

const from = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The `conformance` folder and the repository, seen from `conformance/dist/runner`. */
export const CONFORMANCE = from('../../')
export const REPOSITORY = from('../../../')
/** Where SDKs of other languages are kept between runs. */
export const CACHE = from('../../../node_modules/.cache/rowhouse-conformance/')
export const PAGE = from('../../../docs/compatibility.md')

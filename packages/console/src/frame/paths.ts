/** What an instance has, what is wrong, what was done last. */
export const homePath = (instance: string): string => `/${encodeURIComponent(instance)}`

/** No instance has this name, because names begin with a letter. */
const SERVER = '/-'

/** The operator's pages are about the whole server. */
export const instancesPath = `${SERVER}/instances`

export const serverPath = `${SERVER}/operations`

export const instancePath = (name: string): string => `${instancesPath}/${encodeURIComponent(name)}`

export const tablesPath = (instance: string): string => `/${encodeURIComponent(instance)}/tables`

/** The tables, with the form for a new one. */
export const newTablePath = (instance: string): string => `${tablesPath(instance)}?new`

/** The tables of an instance by their load. */
export const loadPath = (instance: string): string => `${homePath(instance)}/partitions`

/** The partitions of a table. */
export const partitionsPath = (instance: string, table: string): string =>
  `${rowsPath(instance, table)}/partitions`

/** The options, indexes and end of a table. */
export const settingsPath = (instance: string, table: string): string =>
  `${rowsPath(instance, table)}/settings`

/** A file becomes rows of a table; without a table, a new one. */
export const importPath = (instance: string, table?: string): string =>
  table === undefined ? `${homePath(instance)}/import` : `${rowsPath(instance, table)}/import`

export const rowsPath = (instance: string, table: string): string =>
  `${tablesPath(instance)}/${encodeURIComponent(table)}`

/** What happens in an instance. */
export const operationsPath = (instance: string): string => `${homePath(instance)}/operations`

/** The samples of an instance, or the page of one. */
export const samplesPath = (instance: string, sample?: string): string =>
  `/${encodeURIComponent(instance)}/samples${sample === undefined ? '' : `/${sample}`}`

/** What the service would charge for an instance. */
export const billPath = (instance: string): string => `${homePath(instance)}/bill`

import type { IndexPlace } from './page-requests.js'

export const searchPath = (instance: string): string => `/${encodeURIComponent(instance)}/search`

export const newIndexPath = (instance: string): string => `${searchPath(instance)}/new`

export const indexPath = ({ instance, table, index }: IndexPlace): string =>
  `${searchPath(instance)}/${encodeURIComponent(table)}/${encodeURIComponent(index)}`

export const fieldsPath = (place: IndexPlace): string => `${indexPath(place)}/fields`

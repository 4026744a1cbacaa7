type Members = Readonly<Record<string, unknown>>

export const ASC = 0
export const DESC = 1
export const MIN = 0
export const MAX = 1
export const AVG = 2

export const byField = (fieldName: string, order = ASC, more: Members = {}) => ({
  fieldSort: { fieldName, order, ...more },
})

export const byDistance = (
  fieldName: string,
  points: readonly string[],
  order = ASC,
  more: Members = {},
) => ({ geoDistanceSort: { fieldName, points, order, ...more } })

export const byScore = (order = DESC) => ({ scoreSort: { order } })

export const byKey = (order = ASC) => ({ primaryKeySort: { order } })

export const byDocument = (order = ASC) => ({ docSort: { order } })

/** Search options with a sort. */
export const sorted = (...sorters: readonly Members[]) => ({ more: { sort: { sorters } } })

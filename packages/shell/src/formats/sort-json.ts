import {
  type GeoPoint,
  type Sort,
  type SortOrder,
  type Sorter,
  formatGeoPoint,
} from '@rowhouse/protocol'
import { sort } from '@rowhouse/client'
import { UseError } from '../errors.js'
import { Members } from '../json/members.js'
import type { Writable } from '../json/write-json.js'
import { pointOf } from './read-geo-point.js'
import { termOf } from './read-term.js'

/** Reads `{"Sorters":[{"Name":"FieldSort","Sorter":{"FieldName":"gid","Order":"DESC"}}]}`. */
export function readSort(members: Members): Sort {
  const sorters = members.list('Sorters').map((json) => readSorter(new Members(json, 'a sorter')))
  if (sorters.length === 0) throw new UseError('Sorter is invalid.')
  return { sorters, disableDefaultPrimaryKeySorter: false }
}

function readSorter(members: Members): Sorter {
  const name = members.needText('Name')
  const sorter = members.object('Sorter') ?? new Members({}, name)
  const order = orderOf(sorter.text('Order', 'SortOrder'))
  switch (name.toLowerCase()) {
    case 'primarykeysort':
      return { kind: 'primaryKey', order: order ?? 'ASC' }
    case 'scoresort':
      return { kind: 'score', order: order ?? 'DESC' }
    case 'docsort':
      return { kind: 'doc', order: order ?? 'ASC' }
    case 'fieldsort': {
      const missing = sorter.get('MissingValue')
      return {
        ...sort.byField(sorter.needText('FieldName'), order ?? 'ASC'),
        mode: modeOf(sorter),
        missingValue: missing === undefined ? undefined : termOf(missing, 'MissingValue'),
      }
    }
    case 'geodistancesort': {
      const points: GeoPoint[] = sorter.texts('Points').map(pointOf)
      return {
        kind: 'geoDistance',
        fieldName: sorter.needText('FieldName'),
        points,
        order: order ?? 'ASC',
        mode: modeOf(sorter),
        distanceType: 'ARC',
        nestedFilter: undefined,
      }
    }
    default:
      throw new UseError(`Unknown sorter type: ${name}`)
  }
}

function orderOf(text: string | undefined): SortOrder | undefined {
  const order = text?.toUpperCase()
  if (order === undefined || order === 'ASC' || order === 'DESC') return order
  throw new UseError(`Invalid sort order: ${text}`)
}

function modeOf(sorter: Members): 'MIN' | 'MAX' | 'AVG' | undefined {
  const mode = sorter.text('Mode')?.toUpperCase()
  if (mode === undefined || mode === 'MIN' || mode === 'MAX' || mode === 'AVG') return mode
  throw new UseError(`Invalid sort mode: ${mode}`)
}

export const sortJson = ({ sorters }: Sort): Writable => ({ Sorters: sorters.map(sorterJson) })

function sorterJson(sorter: Sorter): Writable {
  switch (sorter.kind) {
    case 'primaryKey':
      return { Name: 'PrimaryKeySort', Sorter: { Order: sorter.order } }
    case 'score':
      return { Name: 'ScoreSort', Sorter: { Order: sorter.order } }
    case 'doc':
      return { Name: 'DocSort', Sorter: { SortOrder: sorter.order } }
    case 'field': {
      const { fieldName, order, mode, missingValue } = sorter
      const given = { FieldName: fieldName, Order: order, Mode: mode, MissingValue: missingValue }
      return { Name: 'FieldSort', Sorter: given }
    }
    case 'geoDistance': {
      const { fieldName, points, order, mode } = sorter
      const given = {
        FieldName: fieldName,
        Points: points.map(formatGeoPoint),
        Order: order,
        Mode: mode,
      }
      return { Name: 'GeoDistanceSort', Sorter: given }
    }
  }
}

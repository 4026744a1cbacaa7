import { type ComponentType, createContext, useContext } from 'react'
import type { FoundFault } from '../forms/check-data.js'
import type { DataObject } from '../forms/form.js'
import type { IndexField } from '../forms/searchable-fields.js'
import { type Path, pathName } from '../json/exact-json.js'
import type { IndexPlace } from '../page-requests.js'

export interface CardProps {
  readonly query: DataObject
  readonly path: Path
  readonly change: (query: DataObject) => void
  /** Absent for a query that cannot be taken out. */
  readonly remove?: (() => void) | undefined
}

/**
 * What every part of the builder knows: the index, its fields, and what is wrong at which place.
 */
export interface Building {
  readonly place: IndexPlace
  /** The fields that a query may name here: within a nested query, those of its entries. */
  readonly fields: ReadonlyMap<string, IndexField>
  readonly allFields: readonly IndexField[]
  readonly faults: ReadonlyMap<string, FoundFault>
  /** What the service has refused of the search as it stands here, in its words. */
  readonly refusals?: ReadonlyMap<string, string> | undefined
  /**
   * Shows a query within another part; given here, because queries and their parts contain each
   * other.
   */
  readonly InnerQuery: ComponentType<CardProps>
}

export const BuildingContext = createContext<Building | undefined>(undefined)

export function useBuilding(): Building {
  const building = useContext(BuildingContext)
  if (building === undefined) throw new Error('this part stands within a builder')
  return building
}

export const useRefusal = (path: Path): string | undefined =>
  useBuilding().refusals?.get(pathName(path))

export const useFault = (path: Path): FoundFault | undefined =>
  useBuilding().faults.get(pathName(path))

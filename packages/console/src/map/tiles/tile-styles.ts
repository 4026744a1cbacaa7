import type { FillKind, LineKind } from './tile-drawing.js'

/** What is known of a shape in a tile. Files name their layers by one of two customs; both are understood. */
export interface ShapeFacts {
  readonly layer: string
  readonly properties: Readonly<Record<string, number | string | boolean>>
}

const GREEN: ReadonlySet<string> = new Set([
  'cemetery',
  'forest',
  'garden',
  'golf_course',
  'grass',
  'grassland',
  'meadow',
  'national_park',
  'nature_reserve',
  'orchard',
  'park',
  'pitch',
  'recreation_ground',
  'scrub',
  'village_green',
  'wood',
])
const MAJOR: ReadonlySet<string> = new Set([
  'highway',
  'major_road',
  'motorway',
  'primary',
  'secondary',
  'trunk',
])
const NOT_FOR_CARS: ReadonlySet<string> = new Set([
  'aerialway',
  'ferry',
  'other',
  'path',
  'pier',
  'rail',
  'transit',
])
const AREAS: ReadonlySet<string> = new Set(['country', 'region', 'state', 'province', 'continent'])

const kindOf = ({ properties }: ShapeFacts): string => {
  const { kind, class: named } = properties
  return String(kind ?? named ?? '')
}

/** As what an area is filled; undefined for one that is left out. */
export function fillOf(facts: ShapeFacts): FillKind | undefined {
  switch (facts.layer) {
    case 'earth':
      return 'land'
    case 'water':
      return 'water'
    case 'buildings':
    case 'building':
      return 'building'
    case 'park':
      return 'green'
    case 'landuse':
    case 'landcover':
    case 'natural':
      return GREEN.has(kindOf(facts)) ? 'green' : undefined
    default:
      return undefined
  }
}

export function lineOf(facts: ShapeFacts): LineKind | undefined {
  switch (facts.layer) {
    case 'water':
    case 'waterway':
      return 'stream'
    case 'roads':
    case 'transportation': {
      const kind = kindOf(facts)
      if (NOT_FOR_CARS.has(kind)) return undefined
      return MAJOR.has(kind) ? 'major' : 'minor'
    }
    default:
      return undefined
  }
}

/** The rank of a name among those of the map; undefined for what has none, or one that is not shown. */
export function rankOf(facts: ShapeFacts): number | undefined {
  switch (facts.layer) {
    case 'places':
    case 'place': {
      if (AREAS.has(kindOf(facts))) return undefined
      const { population_rank: people, rank } = facts.properties
      return 100 + (typeof people === 'number' ? people : -Number(rank ?? 0))
    }
    case 'roads':
    case 'transportation_name':
      return lineOf({ ...facts, layer: 'roads' }) === 'major' ? 2 : 1
    default:
      return undefined
  }
}

/** The name in the reader's language, or as it is written on the spot. */
export function nameOf({ properties }: ShapeFacts, language: string): string | undefined {
  const [short = language] = language.split('-')
  const script = { 'zh-CN': 'name:zh-Hans', 'zh-TW': 'name:zh-Hant' }[language] ?? ''
  for (const key of [`name:${language}`, script, `name:${short}`, 'name']) {
    const name = properties[key]
    if (typeof name === 'string' && name !== '') return name
  }
  return undefined
}

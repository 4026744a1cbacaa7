import { expectDefined } from '@rowhouse/platform'
import { parse } from 'csv-parse/sync'
import { readDataFile } from '../data/data-file.js'
import type { Place } from './geometry.js'

/** A city of GeoNames, at its real position. */
export interface City extends Place {
  readonly geonameId: number
  /** In its own language where the demo knows it, else in English. */
  readonly name: string
  readonly nameEn: string
  readonly isChinese: boolean
  readonly population: number
}

export const readCities = (): readonly City[] => {
  const records: readonly Readonly<Record<string, string>>[] = parse(readDataFile('cities.csv'), {
    columns: true,
  })
  return records.map(cityOf)
}

const cityOf = (record: Readonly<Record<string, string>>): City => {
  const field = (name: string): string => expectDefined(record[name], `the column ${name}`)
  const nameZh = field('nameZh')
  return {
    geonameId: Number(field('geonameId')),
    name: nameZh === '' ? field('name') : nameZh,
    nameEn: field('name'),
    isChinese: nameZh !== '',
    latitude: Number(field('latitude')),
    longitude: Number(field('longitude')),
    population: Number(field('population')),
  }
}

/** What is counted grows slower than the population, and the samples live mostly in China. */
const GROWTH = 0.7
const CHINESE_FACTOR = 3

/** How often a city is drawn. */
export const cityWeight = ({ population, isChinese }: City): number =>
  population ** GROWTH * (isChinese ? CHINESE_FACTOR : 1)

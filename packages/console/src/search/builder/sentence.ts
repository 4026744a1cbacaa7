import type { searchEn } from '../texts/search-en.js'
import { type Data, type DataObject, isList, objectOf, objectsOf } from '../forms/form.js'
import { textOfValue } from '../forms/searchable-fields.js'

type SentenceTexts = typeof searchEn.sentence

/** A search read aloud in the reader's language. */
export function sentenceOf(texts: SentenceTexts, search: DataObject): string {
  const query = objectOf(search['query'])
  const filter = objectOf(search['filter'])
  const parts = [phraseOf(texts, query), phraseOf(texts, filter)].filter((part) => part !== '')
  const rows = parts.length === 0 ? texts.everything : texts.rows(texts.all(parts))
  const collapse = search['collapse']
  const collapsed = typeof collapse === 'string' ? texts.collapsed(collapse) : ''
  return rows + sortedBy(texts, search) + collapsed
}

function sortedBy(texts: SentenceTexts, search: DataObject): string {
  const sorters = objectsOf(objectOf(search['sort'])?.['sorters'])
  if (sorters.length === 0) return ''
  const named = sorters.map((sorter) => {
    const name = textOfValue(sorter['fieldName'] ?? sorter['kind'])
    const otherwise = sorter['kind'] === 'score' ? 'DESC' : 'ASC'
    return (sorter['order'] ?? otherwise) === 'DESC' ? texts.downwards(name) : texts.upwards(name)
  })
  return texts.sortedBy(named)
}

const NOTHING = '…'

/** What of the values is a text is quoted. */
function shown(value: Data): string {
  if (value === undefined || value === '') return NOTHING
  return typeof value === 'string' ? `“${value}”` : textOfValue(value)
}

const pointText = (data: Data): string => {
  const point = objectOf(data)
  return point === undefined
    ? NOTHING
    : `${textOfValue(point['lat'])}, ${textOfValue(point['lon'])}`
}

/** A condition in words; empty for every row. */
function phraseOf(texts: SentenceTexts, query: DataObject | undefined): string {
  if (query === undefined) return ''
  const field = textOfValue(query['fieldName'])
  switch (query['kind']) {
    case 'term':
      return texts.is(field, shown(query['term']))
    case 'terms': {
      const terms = query['terms']
      return texts.isOneOf(field, terms !== undefined && isList(terms) ? terms.map(shown) : [])
    }
    case 'range':
      return rangePhrase(texts, query)
    case 'prefix':
      return texts.prefix(field, shown(query['prefix']))
    case 'suffix':
      return texts.suffix(field, shown(query['suffix']))
    case 'wildcard':
      return texts.wildcard(field, shown(query['value']))
    case 'match':
      return query['operator'] === 'AND'
        ? texts.matchAll(field, shown(query['text']))
        : texts.match(field, shown(query['text']))
    case 'matchPhrase':
      return texts.phrase(field, shown(query['text']))
    case 'exists':
      return texts.exists(field)
    case 'geoDistance':
      return texts.near(field, textOfValue(query['distance']), pointText(query['centerPoint']))
    case 'geoBoundingBox':
      return texts.box(field)
    case 'geoPolygon':
      return texts.polygon(field, objectsOf(query['points']).length)
    case 'knnVector':
      return texts.nearest(field, textOfValue(query['topK'] ?? 10n))
    default:
      return composedPhrase(texts, query)
  }
}

function composedPhrase(texts: SentenceTexts, query: DataObject): string {
  const inner = (name: string): string => phraseOf(texts, objectOf(query[name])) || texts.everything
  switch (query['kind']) {
    case 'bool':
      return boolPhrase(texts, query)
    case 'nested':
      return texts.nested(textOfValue(query['path']), inner('query'))
    case 'constScore':
      return phraseOf(texts, objectOf(query['filter']))
    case 'functionScore':
    case 'functionsScore':
      return texts.scored(inner('query'))
    case 'disMax':
      return anyOf(texts, phrasesOf(texts, query['queries']))
    default:
      return ''
  }
}

const phrasesOf = (texts: SentenceTexts, data: Data): readonly string[] =>
  objectsOf(data)
    .map((query) => phraseOf(texts, query))
    .filter((phrase) => phrase !== '')

const anyOf = (texts: SentenceTexts, phrases: readonly string[]): string =>
  phrases.length < 2 ? phrases.join('') : texts.any(phrases)

function boolPhrase(texts: SentenceTexts, query: DataObject): string {
  const musts = [...phrasesOf(texts, query['must']), ...phrasesOf(texts, query['filter'])]
  const nots = phrasesOf(texts, query['mustNot']).map(texts.not)
  const shoulds = phrasesOf(texts, query['should'])
  const least = query['minimumShouldMatch']
  const hasOthers = musts.length + nots.length > 0
  const should = shoulds.length === 0 ? [] : [shouldPhrase(texts, shoulds, least, hasOthers)]
  return texts.all([...musts, ...nots, ...should])
}

/** Without a number, one must match if there is nothing else that must. */
function shouldPhrase(
  texts: SentenceTexts,
  phrases: readonly string[],
  least: Data,
  hasOthers: boolean,
): string {
  if (least === undefined ? hasOthers : Number(least) === 0) {
    return texts.preferably(anyOf(texts, phrases))
  }
  return least === undefined || Number(least) === 1
    ? anyOf(texts, phrases)
    : texts.atLeastOf(textOfValue(least), phrases)
}

function rangePhrase(texts: SentenceTexts, query: DataObject): string {
  const { fieldName, from, to } = query
  const field = textOfValue(fieldName)
  const low = query['includeLower'] === false ? texts.above : texts.atLeast
  const high = query['includeUpper'] === true ? texts.atMost : texts.below
  if (from !== undefined && to !== undefined) {
    return texts.between(field, low(shown(from)), high(shown(to)))
  }
  if (from !== undefined) return texts.oneBound(field, low(shown(from)))
  return to === undefined ? texts.noBound(field) : texts.oneBound(field, high(shown(to)))
}

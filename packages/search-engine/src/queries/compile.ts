import type { Query as AskedQuery } from '@rowhouse/protocol'
import type { Analyzer } from '../analyzers/analyzer.js'
import type { AnalyzerChoice, IndexLayout } from '../schema/index-layout.js'
import { compileBool } from './bool.js'
import { constantScore } from './const-score.js'
import { compileDisMax } from './dis-max.js'
import { compileExists } from './exists.js'
import { compileFunctionScore } from './function-score.js'
import { compileFunctionsScore } from './functions-score.js'
import { compileGeoBoundingBox } from './geo-bounding-box.js'
import { compileGeoDistance } from './geo-distance.js'
import { compileGeoPolygon } from './geo-polygon.js'
import { compileKnnVector } from './knn-vector.js'
import { compileMatch } from './match.js'
import { matchAllQuery } from './match-all.js'
import { compileMatchPhrase } from './match-phrase.js'
import { compileNested } from './nested.js'
import { compilePrefix } from './prefix.js'
import type { Query } from './query.js'
import { compileRange } from './range.js'
import type { QueryScope } from './scope.js'
import { compileSuffix } from './suffix.js'
import { compileTerm } from './term.js'
import { compileTerms } from './terms.js'
import { compileWildcardQuery } from './wildcard.js'

/** The scope of a query over rows. */
export function rowScope(
  layout: IndexLayout,
  analyzerOf: (choice: AnalyzerChoice) => Analyzer,
): QueryScope {
  return { layout, level: layout.rows, analyzerOf }
}

/** Resolves a query against the index; throws the service's errors for what does not fit it. */
export function compileQuery(asked: AskedQuery, scope: QueryScope): Query {
  switch (asked.kind) {
    case 'matchAll':
      return matchAllQuery()
    case 'match':
      return compileMatch(asked, scope)
    case 'matchPhrase':
      return compileMatchPhrase(asked, scope)
    case 'term':
      return compileTerm(asked, scope)
    case 'terms':
      return compileTerms(asked, scope)
    case 'range':
      return compileRange(asked, scope)
    case 'prefix':
      return compilePrefix(asked, scope)
    case 'suffix':
      return compileSuffix(asked, scope)
    case 'wildcard':
      return compileWildcardQuery(asked, scope)
    case 'exists':
      return compileExists(asked, scope)
    case 'geoBoundingBox':
      return compileGeoBoundingBox(asked, scope)
    case 'geoDistance':
      return compileGeoDistance(asked, scope)
    case 'geoPolygon':
      return compileGeoPolygon(asked, scope)
    default:
      return compileCompound(asked, scope)
  }
}

type Leaf = 'matchAll' | 'match' | 'matchPhrase' | 'term' | 'terms' | 'range' | 'prefix' | 'suffix'
type OtherLeaf = 'wildcard' | 'exists' | 'geoBoundingBox' | 'geoDistance' | 'geoPolygon'
type CompoundQuery = Exclude<AskedQuery, { kind: Leaf | OtherLeaf }>

/** Compiles queries that contain others. */
function compileCompound(asked: CompoundQuery, scope: QueryScope): Query {
  switch (asked.kind) {
    case 'bool':
      return compileBool(asked, scope, compileQuery)
    case 'constScore':
      return constantScore(compileQuery(asked.filter, scope), 1)
    case 'functionScore':
      return compileFunctionScore(asked, scope, compileQuery)
    case 'functionsScore':
      return compileFunctionsScore(asked, scope, compileQuery)
    case 'disMax':
      return compileDisMax(asked, scope, compileQuery)
    case 'nested':
      return compileNested(asked, scope, compileQuery)
    case 'knnVector':
      return compileKnnVector(asked, scope, compileQuery)
  }
}

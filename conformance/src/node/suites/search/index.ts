import { aggregationTests } from './aggregations.js'
import { analyzerTests } from './analyzers.js'
import { collapseTests } from './collapsing.js'
import { combinationTests } from './combinations.js'
import { dateTests } from './dates.js'
import { fieldTypeTests } from './field-types.js'
import { functionsScoreTests } from './functions-score.js'
import { geoQueryTests } from './geo-queries.js'
import { groupByLevelTests } from './group-by-levels.js'
import { groupByTests } from './group-bys.js'
import { highlightTests } from './highlighting.js'
import { nestedQueryTests } from './nested-queries.js'
import { pagingTests } from './paging.js'
import { rangeAndBoolQueryTests } from './range-and-bool-queries.js'
import { scoreTests } from './scores.js'
import { sortTests } from './sorting.js'
import { textQueryTests } from './text-queries.js'
import { valueLimitTests } from './value-limits.js'
import { vectorTests } from './vectors.js'

/** Tests of fields, queries, sorts and aggregations, on a few shared indexes. */
export const searchFeatureTests = [
  ...fieldTypeTests,
  ...dateTests,
  ...valueLimitTests,
  ...analyzerTests,
  ...textQueryTests,
  ...rangeAndBoolQueryTests,
  ...geoQueryTests,
  ...nestedQueryTests,
  ...vectorTests,
  ...scoreTests,
  ...functionsScoreTests,
  ...sortTests,
  ...pagingTests,
  ...collapseTests,
  ...highlightTests,
  ...aggregationTests,
  ...groupByTests,
  ...groupByLevelTests,
  ...combinationTests,
]

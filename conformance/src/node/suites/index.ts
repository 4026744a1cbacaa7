import type { ConformanceTest } from '../harness.js'
import { accessTests } from './access.js'
import { autoIncrementTests } from './auto-increment.js'
import { batchGetRowTests } from './batch-get-row.js'
import { batchWriteRowTests } from './batch-write-row.js'
import { capacityUnitTests } from './capacity-units.js'
import { conditionTests } from './conditions.js'
import { counterTests } from './counters.js'
import { createTableTests } from './create-table.js'
import { deleteRowTests } from './delete-row.js'
import { filterTests } from './filters.js'
import { gapTests } from './gaps.js'
import { getRangeTests } from './get-range.js'
import { getRowTests } from './get-row.js'
import { keyTests } from './keys.js'
import { manageTablesTests } from './manage-tables.js'
import { putRowTests } from './put-row.js'
import { accessToSearchIndexesTests } from './search-indexes/access-to-search-indexes.js'
import { createSearchIndexTests } from './search-indexes/create-search-index.js'
import { manageSearchIndexesTests } from './search-indexes/manage-search-indexes.js'
import { parallelScanTests } from './search-indexes/parallel-scan.js'
import { searchTests } from './search-indexes/search.js'
import { updateSearchIndexTests } from './search-indexes/update-search-index.js'
import { searchFeatureTests } from './search/index.js'
import { secondaryIndexTests } from './secondary-indexes.js'
import { transactionTests } from './transactions.js'
import { updateRowTests } from './update-row.js'
import { versionTests } from './versions.js'

export const allTests: readonly ConformanceTest[] = [
  ...createTableTests,
  ...manageTablesTests,
  ...putRowTests,
  ...getRowTests,
  ...updateRowTests,
  ...deleteRowTests,
  ...getRangeTests,
  ...batchGetRowTests,
  ...batchWriteRowTests,
  ...conditionTests,
  ...filterTests,
  ...counterTests,
  ...autoIncrementTests,
  ...versionTests,
  ...keyTests,
  ...capacityUnitTests,
  ...transactionTests,
  ...secondaryIndexTests,
  ...createSearchIndexTests,
  ...updateSearchIndexTests,
  ...manageSearchIndexesTests,
  ...searchTests,
  ...parallelScanTests,
  ...searchFeatureTests,
  ...accessTests,
  ...accessToSearchIndexesTests,
  ...gapTests,
]

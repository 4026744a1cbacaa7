import { type Layout, renderAll } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { leftOutComment } from '../left-out.js'
import type { Procedure, Request } from '../request.js'
import { KEY_ID_VARIABLE, KEY_SECRET_VARIABLE, type Target } from '../target.js'
import { JAVA_SDK } from './java-sdk.js'
import { statements } from './java-statements.js'

const LAYOUT: Layout = { indent: '    ', hasTrailingComma: false }

const MODEL = 'com.alicloud.openservices.tablestore.model'

/** A program for `com.aliyun.openservices:tablestore`, in a file `Main.java`. */
export function javaSnippet(request: Request | Procedure, { endpoint, instance }: Target): string {
  const body = renderAll(statements(request), LAYOUT, '      ')
  const imports = importsOf(request, body)
  const comment = leftOutComment(request, '//', JAVA_SDK)
  return `${comment}import com.alicloud.openservices.tablestore.SyncClient;
${imports.map((name) => `import ${MODEL}.${name};\n`).join('')}import java.util.Arrays;
import java.util.Base64;

public class Main {
  public static void main(String[] args) {
    SyncClient client =
        new SyncClient(
            ${quoted(endpoint)},
            System.getenv("${KEY_ID_VARIABLE}"),
            System.getenv("${KEY_SECRET_VARIABLE}"),
            ${quoted(instance)});
    try {
${body}
    } finally {
      client.shutdown();
    }
  }
}
`
}

/** The packages of a program and, where two of them have the same name in them, the one that is meant. */
function importsOf({ operation }: Request | Procedure, body: string): string[] {
  if (operation !== 'ParallelScan' && !operation.includes('Search')) {
    return ['*', ...(body.includes('ColumnValueFilter(') ? ['filter.*'] : [])]
  }
  const used: readonly (readonly [string, string])[] = [
    ['ColumnValue', 'ColumnValue.'],
    ['search.agg.*', 'AggregationBuilders.'],
    ['search.analysis.*', 'AnalyzerParameter('],
    ['search.filter.*', 'SearchFilter.'],
    ['search.groupby.*', 'GroupByBuilders.'],
    ['search.highlight.*', 'Highlight.'],
    ['search.vector.*', 'VectorOptions('],
  ]
  return [
    ...(operation === 'ParallelScan' ? SPLITS : []),
    'search.*',
    ...used.flatMap(([name, sign]) => (body.includes(sign) ? [name] : [])),
    'search.query.*',
    'search.sort.*',
    'search.sort.Sort',
  ]
}

const SPLITS = ['ComputeSplitsRequest', 'ComputeSplitsResponse', 'SearchIndexSplitsOptions']

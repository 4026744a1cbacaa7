import { type Layout, renderAll } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { analyzerParametersOf, leftOutComment } from '../left-out.js'
import type { Request } from '../request.js'
import { KEY_ID_VARIABLE, KEY_SECRET_VARIABLE, type Target } from '../target.js'
import { statements } from './java-statements.js'

const LAYOUT: Layout = { indent: '    ', hasTrailingComma: false }

const MODEL = 'com.alicloud.openservices.tablestore.model'

/** A program for `com.aliyun.openservices:tablestore`, in a file `Main.java`. */
export function javaSnippet(request: Request, { endpoint, instance }: Target): string {
  const body = renderAll(statements(request), LAYOUT, '      ')
  const isSearch = request.operation.includes('Search')
  const imports = isSearch
    ? [
        'search.*',
        ...(body.includes('AggregationBuilders.') ? ['search.agg.*'] : []),
        ...(body.includes('GroupByBuilders.') ? ['search.groupby.*'] : []),
        'search.query.*',
        'search.sort.*',
        'search.sort.Sort',
      ]
    : ['*', ...(body.includes('ColumnValueFilter(') ? ['filter.*'] : [])]
  const comment = leftOutComment(request, '//', analyzerParametersOf(request))
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

import { type Layout, renderAll } from '../layout/code-layout.js'
import { caseOfAnalyzers, leftOutComment } from '../left-out.js'
import type { Procedure, Request } from '../request.js'
import { KEY_ID_VARIABLE, KEY_SECRET_VARIABLE, type Target } from '../target.js'
import { DOTNET_SDK } from './dotnet-sdk.js'
import { statements } from './dotnet-statements.js'
import { unsentStatistics } from './dotnet-statistics.js'
import { text } from './dotnet-values.js'

const LAYOUT: Layout = { indent: '    ', hasTrailingComma: false }

const PRINT = `
    static void Print(
        IEnumerable<KeyValuePair<string, ColumnValue>> key,
        IEnumerable<KeyValuePair<string, ColumnValue>> columns)
    {
        foreach (var cells in new[] { key, columns })
        {
            if (cells == null) continue;
            foreach (var cell in cells) Console.Write($"{cell.Key}={cell.Value} ");
        }
        Console.WriteLine();
    }
`

/** A program for the package `Aliyun.TableStore.SDK`, in a file `Program.cs`. */
export function dotnetSnippet(
  request: Request | Procedure,
  { endpoint, instance }: Target,
): string {
  const body = renderAll(statements(request), LAYOUT, '        ')
  const model = 'Aliyun.OTS.DataModel'
  const search = ['Search', 'Search.Query', 'Search.Sort'].map((name) => `${model}.${name}`)
  const spaces = [
    'System',
    'System.Collections.Generic',
    'Aliyun.OTS',
    model,
    ...(request.operation.includes('Search') || request.operation === 'ParallelScan' ? search : []),
    ...(body.includes('AnalyzerParameter {') ? [`${model}.Search.Analysis`] : []),
    ...(body.includes('IAggregation>') ? [`${model}.Search.Agg`] : []),
    ...(body.includes('IGroupBy>') ? [`${model}.Search.GroupBy`] : []),
    ...(body.includes('ColumnValueFilter(') ? [`${model}.Filter`] : []),
    ...(body.includes('.ColumnCondition = ') ? [`${model}.ConditionalUpdate`] : []),
    'Aliyun.OTS.Request',
    ...(body.includes('JsonConvert.') ? ['Newtonsoft.Json'] : []),
  ]
  const comment = leftOutComment(request, '//', DOTNET_SDK, ownLeftOut(request))
  return `${comment}${spaces.map((name) => `using ${name};\n`).join('')}
class Program
{
    static void Main()
    {
        var client = new OTSClient(
            ${text(endpoint)},
            Environment.GetEnvironmentVariable("${KEY_ID_VARIABLE}"),
            Environment.GetEnvironmentVariable("${KEY_SECRET_VARIABLE}"),
            ${text(instance)});
${body}
    }
${body.includes('Print(') ? PRINT : ''}}
`
}

/** The parts of a request that this SDK cannot send. */
function ownLeftOut(request: Request | Procedure): string[] {
  if (request.operation === 'CreateIndex' && request.type === 'LOCAL') {
    return ['the type LOCAL: the index is global']
  }
  if (request.operation === 'ListSearchIndex' && request.table === undefined) {
    return ['the indexes of all tables']
  }
  return [...caseOfAnalyzers(request), ...unsentStatistics(request)]
}

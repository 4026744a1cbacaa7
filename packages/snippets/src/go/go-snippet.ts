import { type Layout, renderAll } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { caseOfAnalyzers, leftOutComment } from '../left-out.js'
import type { Procedure, Request } from '../request.js'
import { KEY_ID_VARIABLE, KEY_SECRET_VARIABLE, type Target } from '../target.js'
import { COMBINED, COMPARED } from './go-filter.js'
import { GO_SDK } from './go-sdk.js'
import { statements } from './go-statements.js'
import { unsentStatistics } from './go-statistics.js'

const LAYOUT: Layout = { indent: '\t', hasTrailingComma: true }

const SDK = 'github.com/aliyun/aliyun-tablestore-go-sdk/tablestore'

const SHOW = `
func show(key *tablestore.PrimaryKey, columns []*tablestore.AttributeColumn) {
	if key != nil {
		for _, column := range key.PrimaryKeys {
			fmt.Print(column.ColumnName, "=", column.Value, " ")
		}
	}
	for _, column := range columns {
		fmt.Print(column.ColumnName, "=", column.Value, " ")
	}
	fmt.Println()
}
`

const ANALYZER = `
func analyzer(name tablestore.Analyzer) *tablestore.Analyzer { return &name }
`

/**
 * A program for the official Go SDK. It imports only what it uses, because unused imports do not compile.
 */
export function goSnippet(request: Request | Procedure, { endpoint, instance }: Target): string {
  const body = renderAll(statements(request), LAYOUT, '\t')
  // A string literal does not use a package.
  const code = body.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
  const uses = (name: string): boolean => code.includes(name)
  const hasShow = uses('show(')
  const standard = [
    ...(hasShow || uses('fmt.') ? ['fmt'] : []),
    ...(uses('math.') ? ['math'] : []),
    'os',
  ]
  const others = [
    SDK,
    ...(uses('search.') ? [`${SDK}/search`] : []),
    ...(uses('model.') ? [`${SDK}/search/model`] : []),
    ...(uses('proto.') ? ['github.com/golang/protobuf/proto'] : []),
  ]
  const imports = (paths: readonly string[]): string =>
    paths.map((path) => `\t"${path}"\n`).join('')
  return `${leftOutComment(request, '//', GO_SDK, ownLeftOut(request))}package main

import (
${imports(standard)}
${imports(others)})

func main() {
	client := tablestore.NewClient(
		${quoted(endpoint)},
		${quoted(instance)},
		os.Getenv("${KEY_ID_VARIABLE}"),
		os.Getenv("${KEY_SECRET_VARIABLE}"),
	)
${body}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
${hasShow ? SHOW : ''}${uses('analyzer(') ? ANALYZER : ''}${filterFunctions(uses)}`
}

/** The parts of a request that the program does not send. */
const ownLeftOut = (request: Request | Procedure): string[] => [
  ...caseOfAnalyzers(request),
  ...unsentStatistics(request),
]

/** The functions that the filters of a program call. */
const filterFunctions = (uses: (name: string) => boolean): string =>
  (uses('compared(') ? COMPARED : '') + (uses('combined(') ? COMBINED : '')

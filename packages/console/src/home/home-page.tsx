import type { TableOverview, WatchResult } from '@rowhouse/console-gate/shapes'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Frame } from '../frame/frame.js'
import { operationsPath, partitionsPath, rowsPath, serverPath, tablesPath } from '../frame/paths.js'
import { useHistory, useWatch } from '../operations/use-watch.js'
import { ErrorNote } from '../parts/error-note.js'
import { pastTime } from '../parts/past-time.js'
import { shortBytes, shortNumber } from '../parts/short-number.js'
import { shortTime } from '../parts/short-time.js'
import { Skeleton } from '../parts/skeleton.js'
import { useTables } from '../tables/use-tables.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading, useTexts } from '../texts/use-texts.js'
import { EmptyInstance } from './empty-instance.js'
import { type Problem, findProblems } from './find-problems.js'
import { homeTexts } from './home-texts.js'
import './home.css'

const TABLES_SHOWN = 8

/** What an instance has, what is wrong, what was done last. */
export function HomePage({ instance }: { instance: string }) {
  const words = useRoomTexts(homeTexts)
  const texts = useTexts()
  const tables = useTables(instance)
  const watched = useWatch(instance, true)
  const history = useHistory(instance, true)
  const failed = tables.error ?? watched.error ?? history.error
  const retry = (): void => {
    for (const query of [tables, watched, history]) void query.refetch()
  }
  const isWhole =
    tables.data !== undefined && watched.data !== undefined && history.data !== undefined
  return (
    <Frame instance={instance} here={{ label: words.title, siblings: [] }}>
      <main className="page home">
        <h1>{instance}</h1>
        {failed !== null && <ErrorNote error={failed} retry={retry} />}
        {!isWhole && failed === null && <Skeleton label={texts.loading} />}
        {isWhole && tables.data.length === 0 && <EmptyInstance instance={instance} />}
        {isWhole && (
          <>
            <Problems
              instance={instance}
              problems={findProblems({
                tables: tables.data,
                watched: watched.data,
                steps: history.data,
              })}
            />
            {tables.data.length > 0 && <Content instance={instance} tables={tables.data} />}
            <Done changes={watched.data.changes} readAt={watched.dataUpdatedAt} />
          </>
        )}
      </main>
    </Frame>
  )
}

function Problems({ instance, problems }: { instance: string; problems: readonly Problem[] }) {
  const words = useRoomTexts(homeTexts)
  return (
    <section aria-label={words.wrong}>
      <h2>{words.wrong}</h2>
      {problems.length === 0 && <p className="all-well">{words.nothingWrong}</p>}
      <ul className="problems">
        {problems.map((problem) => (
          <ProblemLine key={JSON.stringify(problem)} instance={instance} problem={problem} />
        ))}
      </ul>
    </section>
  )
}

function ProblemLine({ instance, problem }: { instance: string; problem: Problem }) {
  const words = useRoomTexts(homeTexts)
  const { language } = useReading()
  const operations = operationsPath(instance)
  const line = (text: ReactNode, path: string) => (
    <li>
      {text} <Link href={path}>{words.see}</Link>
    </li>
  )
  switch (problem.kind) {
    case 'hotKey':
      return line(
        words.hotKey(problem.table, problem.value),
        partitionsPath(instance, problem.table),
      )
    case 'bigValue':
      return line(
        words.bigValue(problem.table, problem.value, shortBytes(problem.bytes, language)),
        partitionsPath(instance, problem.table),
      )
    case 'behind':
      return line(
        words.behind(problem.index, shortTime(problem.milliseconds, language)),
        operations,
      )
    case 'refused':
    case 'slow':
    case 'failed':
      return line(words[problem.kind](problem.count), operations)
    case 'diskLow':
    case 'backupFails':
      return line(words[problem.kind], serverPath)
  }
}

function Content({ instance, tables }: { instance: string; tables: readonly TableOverview[] }) {
  const words = useRoomTexts(homeTexts)
  const { language } = useReading()
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  const busiest = tables.toSorted(
    (a, b) => unitsOf(b) - unitsOf(a) || b.bytes - a.bytes || b.createdAt - a.createdAt,
  )
  return (
    <section aria-label={words.tables}>
      <h2>
        {words.tables}{' '}
        <small className="quiet">{words.count(tables.length, shortBytes(bytes, language))}</small>
      </h2>
      <ul className="places">
        {busiest.slice(0, TABLES_SHOWN).map((table) => (
          <li key={table.table}>
            <Link href={rowsPath(instance, table.table)}>{table.table}</Link>
            <span className="quiet">{factsOf(table, words, language)}</span>
          </li>
        ))}
      </ul>
      {tables.length > TABLES_SHOWN && <Link href={tablesPath(instance)}>{words.allTables}</Link>}
    </section>
  )
}

const unitsOf = ({ unitsRead, unitsWritten }: TableOverview): number => unitsRead + unitsWritten

function factsOf(
  table: TableOverview,
  words: {
    readonly perSecond: (units: string) => string
    readonly indexes: (count: number) => string
    readonly searchIndexes: (count: number) => string
  },
  language: string,
): string {
  const units = unitsOf(table)
  const IDLE = 0.01
  return [
    shortBytes(table.bytes, language),
    ...(units < IDLE ? [] : [words.perSecond(shortNumber(units, language))]),
    ...(table.indexes.length === 0 ? [] : [words.indexes(table.indexes.length)]),
    ...(table.searchIndexes.length === 0 ? [] : [words.searchIndexes(table.searchIndexes.length)]),
  ].join(' · ')
}

function Done({ changes, readAt }: { changes: WatchResult['changes']; readAt: number }) {
  const words = useRoomTexts(homeTexts)
  const { language } = useReading()
  return (
    <section aria-label={words.done}>
      <h2>{words.done}</h2>
      {changes.length === 0 && <p className="quiet">{words.nothingDone}</p>}
      <ul className="places">
        {changes.map(({ at, requestId, operation, table }) => (
          <li key={requestId}>
            <span>
              {words.did[operation]} {table !== undefined && <code>{table}</code>}
            </span>
            <time
              className="quiet"
              dateTime={new Date(at).toISOString()}
              title={new Date(at).toLocaleString(language)}
            >
              {pastTime(at, readAt, language)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}

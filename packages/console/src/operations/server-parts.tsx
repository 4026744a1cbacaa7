import type { WatchResult } from '@rowhouse/console-gate/shapes'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { settingsPath } from '../frame/paths.js'
import { shortBytes } from '../parts/short-number.js'
import { shortTime } from '../parts/short-time.js'
import { fieldsPath } from '../search/search-paths.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { operationsTexts } from './operations-texts.js'

type Server = NonNullable<WatchResult['server']>

/** Memory, log and backup of the whole server. */
export function ServerParts({ server }: { server: Server }) {
  const words = useRoomTexts(operationsTexts)
  return (
    <>
      {server.isDiskLow && <p className="note error">{words.diskLow}</p>}
      <div className="charts">
        <MemoryByOwner server={server} />
        <CommitLog log={server.log} />
        <Backup backup={server.backup} />
      </div>
    </>
  )
}

function MemoryByOwner({ server: { memory, memoryWaiting } }: { server: Server }) {
  const words = useRoomTexts(operationsTexts)
  const { language } = useReading()
  const names: Readonly<Record<string, string>> = words.owners
  const most = memory.reduce((max, { bytes, bytesMax = 0 }) => Math.max(max, bytes, bytesMax), 1)
  return (
    <section className="chart" aria-label={words.memory}>
      <h2>{words.memory}</h2>
      {memoryWaiting > 0 && <p className="note">{words.memoryWaiting(memoryWaiting)}</p>}
      <table className="list bars">
        <thead>
          <tr>
            <th>{words.owner}</th>
            <th className="number">{words.holds}</th>
            <th className="number">{words.budget}</th>
            <th aria-hidden="true" />
          </tr>
        </thead>
        <tbody>
          {memory.map(({ owner, bytes, bytesMax }) => (
            <tr key={owner}>
              <td>{names[owner] ?? owner}</td>
              <td className="number" title={bytes.toLocaleString(language)}>
                {shortBytes(bytes, language)}
              </td>
              <td className="number quiet">
                {bytesMax === undefined ? '–' : shortBytes(bytesMax, language)}
              </td>
              <td className="bar-cell" aria-hidden="true">
                <i className="bar" style={{ width: `${(100 * bytes) / (bytesMax ?? most)}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function CommitLog({ log }: { log: Server['log'] }) {
  const words = useRoomTexts(operationsTexts)
  const { language } = useReading()
  const bytes = (value: number): string => shortBytes(value, language)
  const number = (value: number): string => value.toLocaleString(language)
  return (
    <section className="chart" aria-label={words.log}>
      <h2>{words.log}</h2>
      <dl className="figures">
        <Figure name={words.logHeld} value={bytes(log.heldBytes)} />
        <Figure name={words.logUnapplied} value={bytes(log.unappliedBytes)} />
        <Figure name={words.logSegments} value={number(log.segments)} />
        <Figure name={words.logRecords} value={`${number(log.records)} · ${bytes(log.bytes)}`} />
        <Figure name={words.logSyncs} value={number(log.syncs)} />
        {log.syncs > 0 && (
          <Figure
            name={words.logSync}
            value={shortTime(log.syncMilliseconds / log.syncs, language)}
          />
        )}
        <Figure name={words.logEnd} value={number(log.end)} />
      </dl>
      {log.cursors.length > 0 && (
        <table className="list">
          <thead>
            <tr>
              <th>{words.cursors}</th>
              <th className="number">{words.behind}</th>
            </tr>
          </thead>
          <tbody>
            {log.cursors.map(({ name, index, behindBytes }) => (
              <tr key={name}>
                <td>
                  <LogHolder name={name} index={index} />
                </td>
                <td className="number">{bytes(behindBytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** An index leads to its page. */
function LogHolder({ name, index: of }: Pick<Server['log']['cursors'][number], 'name' | 'index'>) {
  const { holders, otherHolders } = useRoomTexts(operationsTexts)
  if (of === undefined) {
    const others: Readonly<Record<string, string>> = otherHolders
    return others[name] ?? <code>{name}</code>
  }
  const { kind, instance, table, index } = of
  const href = kind === 'search' ? fieldsPath(of) : settingsPath(instance, table)
  return (
    <>
      <div>
        <Link className="long-name" href={href}>
          {`${table} / ${index}`}
        </Link>
      </div>
      <div className="quiet">{holders[kind](instance)}</div>
    </>
  )
}

function Backup({ backup }: { backup: Server['backup'] }) {
  const words = useRoomTexts(operationsTexts)
  const { language } = useReading()
  const time = (at: number): string => new Date(at).toLocaleString(language)
  if (backup === undefined) {
    return (
      <section className="chart" aria-label={words.backup}>
        <h2>{words.backup}</h2>
        <p className="quiet">{words.noBackup}</p>
      </section>
    )
  }
  const last = backup.moments.at(-1)
  return (
    <section className="chart" aria-label={words.backup}>
      <h2>{words.backup}</h2>
      {backup.isFailing && <p className="note error">{words.backupFailing}</p>}
      <dl className="figures">
        <Figure
          name={words.backupLag}
          value={`${shortTime(backup.lagMs, language)} · ${shortBytes(backup.lagBytes, language)}`}
        />
        <Figure name={words.backupShipped} value={shortBytes(backup.shippedBytes, language)} />
      </dl>
      <h3>{words.restorePoints}</h3>
      {backup.moments.length === 0 && <p className="quiet">{words.noMoments}</p>}
      <ul className="moments">
        {backup.moments.toReversed().map(({ from, until, bases }) => (
          <li key={from}>
            {words.anyMoment(time(from), time(until))}{' '}
            <span className="quiet" title={bases.map(time).join('\n')}>
              {words.baseCopies(bases.length)}
            </span>
          </li>
        ))}
      </ul>
      {last !== undefined && (
        <p className="quiet">
          {words.restoreHelp}{' '}
          <code>
            rowhouse restore --from PLACE --to {new Date(last.until).toISOString()} --data NEW
          </code>
        </p>
      )}
    </section>
  )
}

const Figure = ({ name, value }: { name: string; value: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
)

import type { WatchResult } from '@rowhouse/console-gate/shapes'
import { ScrollFrame } from '../parts/scroll-frame.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { operationsTexts } from './operations-texts.js'

type Tenant = WatchResult['tenants'][number]

/** What instances have in flight, and what was refused to them at which limit. */
export function TenantList({ tenants }: { tenants: readonly Tenant[] }) {
  const words = useRoomTexts(operationsTexts)
  const { language } = useReading()
  const limitWords: Readonly<Record<string, string>> = words.limits
  const refused = ({ busyRefusals, limitRefusals }: Tenant): string =>
    [{ limit: 'server', count: busyRefusals }, ...limitRefusals]
      .filter(({ count }) => count > 0)
      .map(({ limit, count }) => `${limitWords[limit] ?? limit}: ${count.toLocaleString(language)}`)
      .join(' · ')
  return (
    <section aria-label={words.tenants}>
      <h2>{words.tenants}</h2>
      {tenants.length === 0 && <p className="quiet">{words.noTenants}</p>}
      {tenants.length > 0 && (
        <ScrollFrame label={words.tenants}>
          <table className="list">
            <thead>
              <tr>
                <th>{words.instance}</th>
                <th className="number">{words.inFlightShort}</th>
                <th className="number">{words.waiting}</th>
                <th>{words.refused}</th>
              </tr>
            </thead>
            <tbody>
              {tenants.map((tenant) => (
                <tr key={tenant.instance}>
                  <td>{tenant.instance}</td>
                  <td className="number">{tenant.inFlight.toLocaleString(language)}</td>
                  <td className="number">{tenant.waiting.toLocaleString(language)}</td>
                  <td>{refused(tenant) || <span className="quiet">–</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
    </section>
  )
}

import type { InstanceResult } from '@rowhouse/console-gate/shapes'
import { CopyButton } from '../parts/copy-button.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { instancesTexts } from './instances-texts.js'

export type NewKey = NonNullable<InstanceResult['key']>

/** The only place where a secret is shown, until it is dismissed or the page is left. */
export function NewKeyNote({ madeKey, dismiss }: { madeKey: NewKey; dismiss: () => void }) {
  const texts = useRoomTexts(instancesTexts)
  return (
    <section className="new-key" role="status" aria-label={texts.newKey}>
      <h2>{texts.newKey}</h2>
      <p>{texts.once}</p>
      <dl>
        <dt>{texts.keyId}</dt>
        <dd>
          <code>{madeKey.id}</code> <CopyButton text={madeKey.id} label={texts.copyId} />
        </dd>
        <dt>{texts.secret}</dt>
        <dd>
          <code>{madeKey.secret}</code>{' '}
          <CopyButton text={madeKey.secret} label={texts.copySecret} />
        </dd>
        <dt>{texts.access}</dt>
        <dd>{texts.accesses[madeKey.access]}</dd>
      </dl>
      <div>
        <button type="button" className="button" onClick={dismiss}>
          {texts.stored}
        </button>
      </div>
    </section>
  )
}

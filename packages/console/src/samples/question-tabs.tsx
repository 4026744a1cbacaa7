import type { ReactNode } from 'react'
import { bringIntoSight } from '../parts/bring-into-sight.js'
import { useSampleAddress } from './sample-address.js'

/** The questions of a page in a list beside the one that is asked. */
export function QuestionTabs<Setting>(props: {
  label: string
  screens: Readonly<Record<string, (setting: Setting) => ReactNode>>
  names: Readonly<Record<string, string>>
  setting: Setting
}) {
  const { label, screens, names, setting } = props
  const address = useSampleAddress()
  const all = Object.entries(screens)
  const [question = '', show] =
    all.find(([name]) => name === address.of('question')) ?? all[0] ?? []
  return (
    <div className="questions">
      <nav aria-label={label}>
        {all.map(([name]) => (
          <button
            key={name}
            type="button"
            aria-current={name === question ? 'true' : undefined}
            ref={name === question ? bringIntoSight : undefined}
            onClick={() => address.show({ question: name, with: undefined, file: undefined })}
          >
            {names[name]}
          </button>
        ))}
      </nav>
      <section aria-label={names[question]} key={question}>
        {show?.(setting)}
      </section>
    </div>
  )
}

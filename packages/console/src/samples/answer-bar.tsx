import type { SampleAnswered } from '@rowhouse/console-gate/shapes'
import { type ReactNode, useState } from 'react'
import { RequestsAsCode } from '../rows/requests-as-code.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { samplesTexts } from './samples-texts.js'

/** What an answer cost, and the requests behind it as code. */
export function AnswerBar({
  answered,
  instance,
  isOld,
  children,
}: {
  answered: SampleAnswered<unknown>
  instance: string
  /** Another answer is on its way. */
  isOld: boolean
  children?: ReactNode
}) {
  const texts = useRoomTexts(samplesTexts)
  const { language } = useReading()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="answer-bar" aria-busy={isOld}>
        <span>{children}</span>
        <span className="quiet">
          {texts.took(milliseconds(answered.took, language))}
          {answered.calls > 1 && `, ${texts.calls(answered.calls.toLocaleString(language))}`}
        </span>
        <button
          type="button"
          className="button plain last"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.code}
        </button>
      </div>
      {isOpen && <RequestsAsCode requests={answered.requests} instance={instance} />}
    </>
  )
}

/** Short times with a fraction, longer ones without. */
export const milliseconds = (time: number, language: string): string =>
  time.toLocaleString(language, { maximumFractionDigits: time < 10 ? 2 : 0 })

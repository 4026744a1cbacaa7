import { useState } from 'react'
import { ErrorNote } from '../../parts/error-note.js'
import type { IndexPlace } from '../page-requests.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { useIndexChange } from './use-index-change.js'

/** The time to live of the index's rows. */
export function ChangeTimeToLive({ place, timeToLive }: { place: IndexPlace; timeToLive: number }) {
  const texts = useSearchTexts()
  const [seconds, setSeconds] = useState(String(timeToLive))
  const change = useIndexChange(place)
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ timeToLive: Number(seconds) })
      }}
    >
      <label className="member" title={texts.create.timeToLiveHelp}>
        <span>{texts.create.timeToLive}</span>
        <input
          className="input short"
          type="number"
          required
          value={seconds}
          onChange={({ target }) => setSeconds(target.value)}
        />
      </label>
      <button type="submit" className="button" disabled={Number(seconds) === timeToLive}>
        {texts.alter.submitTimeToLive}
      </button>
      <span className="quiet">
        {timeToLive < 0 ? texts.alter.forEver : texts.alter.seconds(timeToLive)}
      </span>
      {change.error !== null && <ErrorNote error={change.error} />}
    </form>
  )
}

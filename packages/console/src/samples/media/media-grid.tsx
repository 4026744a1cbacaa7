import type { MediaFile } from '@rowhouse/console-gate/shapes'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useReading } from '../../texts/use-texts.js'
import type { Pictures } from '../question-screen.js'
import { useSampleAddress } from '../sample-address.js'
import { samplesTexts } from '../samples-texts.js'

export const percent = (share: number, language: string): string =>
  share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 })

/** A drawing of the file; the page's policy allows data of its own only. */
export const pictureUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`

const TAGS_SHOWN = 3

/** Files as drawn pictures, with the tags and faces that were matched first. */
export function MediaGrid({
  files,
  pictures,
  matched,
  isNumbered = false,
}: {
  files: readonly MediaFile[]
  pictures: Pictures
  /** The tag or person that was asked for. */
  matched?: string | undefined
  /** As their pins on a map. */
  isNumbered?: boolean
}) {
  const shared = useRoomTexts(samplesTexts)
  const { language } = useReading()
  const address = useSampleAddress()
  if (files.length === 0) return <p className="empty">{shared.nothing}</p>
  return (
    <ul className="media-grid">
      {files.map((file, nth) => {
        const svg = pictures[file.id]
        return (
          <li key={file.id}>
            <button
              type="button"
              aria-pressed={file.id === address.of('file')}
              onClick={() => address.show({ file: file.id })}
            >
              {svg !== undefined && <img src={pictureUrl(svg)} alt="" />}
              <span className="media-title">
                {isNumbered && <span className="pin-number">{nth + 1}</span>}
                {file.title || file.id}
              </span>
              <span className="media-tags">
                {seenIn(file, matched)
                  .slice(0, TAGS_SHOWN)
                  .map(({ name, share }) => (
                    <span key={name} className={name === matched ? 'tag matched' : 'tag'}>
                      {name} {percent(share, language)}
                    </span>
                  ))}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Tags and persons with their scores, what was asked for first. */
function seenIn({ tags, faces }: MediaFile, matched: string | undefined) {
  const seen = [
    ...tags.map(({ tag, score }) => ({ name: tag, share: score })),
    ...faces.map(({ person, similarity }) => ({ name: person, share: similarity })),
  ]
  return seen.toSorted((a, b) => Number(b.name === matched) - Number(a.name === matched))
}

import { samplesPath } from '../../frame/paths.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useReading } from '../../texts/use-texts.js'
import { QuestionTabs } from '../question-tabs.js'
import { useSampleAddress } from '../sample-address.js'
import { SampleFrame, type SamplePlace } from '../sample-frame.js'
import { samplesTexts } from '../samples-texts.js'
import { DeletionBars } from '../../rows/many/deletion-bar.js'
import { useDeletions } from '../../rows/many/use-deletions.js'
import { MEDIA_TABLE } from './media-names.js'
import { MediaDetail, useAskAgain } from './media-detail.js'
import { mediaScreens } from './media-screens.js'
import { mediaTexts } from './media-texts.js'
import './media.css'

/** Files with what a machine saw in them. */
export function MediaPage({ instance }: { instance: string }) {
  return (
    <SampleFrame instance={instance} sample="media">
      {(place) => <Media place={place} own={instance} />}
    </SampleFrame>
  )
}

function Media({ place, own }: { place: SamplePlace; own: string }) {
  const texts = useRoomTexts(mediaTexts)
  const shared = useRoomTexts(samplesTexts)
  const { language } = useReading()
  const address = useSampleAddress()
  const file = address.of('file')
  const { instance } = place
  const askAgain = useAskAgain(instance)
  const path = samplesPath(own, 'media')
  const deletions = useDeletions({ instance, table: MEDIA_TABLE, path, alsoRefresh: askAgain })
  return (
    <div className="media">
      <main className="page">
        <div className="page-head">
          <h1>{shared.media}</h1>
          <span className="quiet">{shared.rows(place.found.rows.toLocaleString(language))}</span>
        </div>
        <QuestionTabs
          label={shared.media}
          screens={mediaScreens}
          names={texts.questions}
          setting={{ place, own, texts, language }}
        />
        <div className="media-works">
          <DeletionBars deletions={deletions} />
        </div>
      </main>
      {file !== undefined && (
        <MediaDetail
          key={file}
          place={place}
          own={own}
          id={file}
          deletions={deletions}
          close={() => address.show({ file: undefined })}
        />
      )}
    </div>
  )
}

import { useRoomTexts } from '../../texts/room-texts.js'
import { useReading } from '../../texts/use-texts.js'
import { QuestionTabs } from '../question-tabs.js'
import { useSampleAddress } from '../sample-address.js'
import { SampleFrame, type SamplePlace } from '../sample-frame.js'
import { samplesTexts } from '../samples-texts.js'
import { MediaDetail } from './media-detail.js'
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
      </main>
      {file !== undefined && (
        <MediaDetail
          key={file}
          place={place}
          own={own}
          id={file}
          close={() => address.show({ file: undefined })}
        />
      )}
    </div>
  )
}

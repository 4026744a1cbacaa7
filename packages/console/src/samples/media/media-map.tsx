import { useState } from 'react'
import { AreaTools } from '../../map/area-tools.js'
import { GeoMap } from '../../map/geo-map.js'
import type { MapMark } from '../../map/map-marks.js'
import type { MapView } from '../../map/mercator.js'
import { ErrorNote } from '../../parts/error-note.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { AnswerBar } from '../answer-bar.js'
import { FoundCount } from '../found-count.js'
import { useSampleAddress } from '../sample-address.js'
import type { SamplePlace } from '../sample-frame.js'
import { plantedOf, useQuestion } from '../sample-gate.js'
import { MediaGrid } from './media-grid.js'
import { mediaTexts } from './media-texts.js'

/** Files around a place: a circle on the map is the question. */
export function MediaMap({ place }: { place: SamplePlace }) {
  const texts = useRoomTexts(mediaTexts)
  const address = useSampleAddress()
  const planted = plantedOf<'media', 'around-place'>(place.overview, 'media', 'around-place')
  const [circle, setCircle] = useState({ centre: planted.centre, metres: planted.metres })
  const [view, setView] = useState<MapView>({ centre: planted.centre, zoom: 12.2 })
  const found = useQuestion(place.instance, 'media', 'around-place', { ...planted, ...circle })
  const files = found.data?.answer.rows ?? []
  const marks = files.flatMap(({ id, title, place: at }, nth): MapMark[] =>
    at === undefined
      ? []
      : [{ id, kind: 'pin', place: at, text: String(nth + 1), label: `${nth + 1}: ${title}` }],
  )
  return (
    <>
      <div className="media-map">
        <GeoMap
          label={texts.map}
          view={view}
          onView={setView}
          marks={marks}
          chosen={address.of('file')}
          onChoose={(id) => address.show({ file: id })}
          area={{ kind: 'circle', ...circle }}
          onArea={(area) => {
            if (area.kind === 'circle') setCircle({ centre: area.centre, metres: area.metres })
          }}
        >
          <AreaTools
            kinds={['circle']}
            view={view}
            area={undefined}
            onArea={(area) => {
              if (area?.kind === 'circle') setCircle({ centre: area.centre, metres: area.metres })
            }}
          />
        </GeoMap>
      </div>
      {found.error !== null && <ErrorNote error={found.error} />}
      {found.data !== undefined && (
        <>
          <AnswerBar
            answered={found.data}
            instance={place.instance}
            isOld={found.isPlaceholderData}
          >
            <FoundCount found={found.data.answer} />
          </AnswerBar>
          <MediaGrid files={files} pictures={found.data.pictures ?? {}} isNumbered />
        </>
      )}
    </>
  )
}

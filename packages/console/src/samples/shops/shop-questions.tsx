import type { ParametersOf } from '@rowhouse/console-gate/shapes'
import type { Place } from '@rowhouse/demos/geometry'
import { useEffect, useState } from 'react'
import type { DrawnArea } from '../../map/drawn-area.js'
import { ErrorNote } from '../../parts/error-note.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useTexts } from '../../texts/use-texts.js'
import { AnswerBar } from '../answer-bar.js'
import { FoundCount } from '../found-count.js'
import { type FieldsOf, ParameterForm } from '../parameter-form.js'
import { parametersFrom, useSampleAddress } from '../sample-address.js'
import type { SamplePlace } from '../sample-frame.js'
import { plantedOf, useQuestion } from '../sample-gate.js'
import { samplesTexts } from '../samples-texts.js'
import {
  FIRST_FILTER,
  type FoundShops,
  type ShopAsk,
  type ShopView,
  askInArea,
  cityQuestions,
} from './shop-asks.js'
import { ShopList } from './shop-list.js'
import { SHOP_TYPES } from './shop-types-list.js'
import { shopsTexts } from './shops-texts.js'

export const TYPES = SHOP_TYPES.map((value) => ({ value, label: value }))

interface ShopQuestionsProps {
  readonly place: SamplePlace
  readonly view: Exclude<ShopView, 'statistics'>
  /** Of the map. */
  readonly middle: Place
  readonly area: DrawnArea | undefined
  readonly chosen: string | undefined
  readonly choose: (id: string) => void
  readonly onFound: (found: FoundShops) => void
}

/** The form of a list of shops. */
export function ShopQuestions(props: ShopQuestionsProps) {
  if (props.view === 'nearby') return <Nearby {...props} />
  if (props.view === 'name') return <InCity {...props} />
  return <InArea {...props} />
}

function Nearby(props: ShopQuestionsProps) {
  const texts = useRoomTexts(shopsTexts)
  const shared = useRoomTexts(samplesTexts)
  const address = useSampleAddress()
  const planted = plantedOf<'shops', 'nearby-best'>(props.place.overview, 'shops', 'nearby-best')
  const question = address.of('order') === 'nearest' ? 'nearby-nearest' : 'nearby-best'
  const parameters = parametersFrom(address.of('with'), planted)
  return (
    <>
      <ParameterForm
        key={JSON.stringify(parameters)}
        parameters={parameters}
        fields={(of) => [
          of.text('type', texts.type, TYPES),
          of.number('metres', texts.metres),
          of.number('priceMax', texts.priceMax),
        ]}
        submit={shared.ask}
        onAsk={(asked) => address.show({ with: JSON.stringify(asked) })}
        others={
          <label className="field">
            <span>{texts.order}</span>
            <select
              className="input"
              value={question}
              onChange={({ target }) =>
                address.show({ order: target.value === 'nearby-nearest' ? 'nearest' : undefined })
              }
            >
              <option value="nearby-best">{texts.bestFirst}</option>
              <option value="nearby-nearest">{texts.nearestFirst}</option>
            </select>
          </label>
        }
      >
        <button
          type="button"
          className="button"
          onClick={() =>
            address.show({ with: JSON.stringify({ ...parameters, centre: props.middle }) })
          }
        >
          {texts.here}
        </button>
      </ParameterForm>
      <Found {...props} ask={{ question, parameters }} centre={parameters.centre} />
    </>
  )
}

/** The shops of a city, by their names or districts. */
function InCity(props: ShopQuestionsProps) {
  const address = useSampleAddress()
  const by = cityQuestions.find((each) => each === address.of('by')) ?? 'by-name'
  if (by === 'by-name') return <ByName {...props} />
  if (by === 'by-part-of-name') return <ByPart {...props} />
  return <ByDistrict {...props} />
}

type CityName = (typeof cityQuestions)[number]

/** The parameters of the address, or the manual's. */
function useAsked<Q extends CityName>(place: SamplePlace, question: Q): ParametersOf<'shops', Q> {
  const planted = plantedOf<'shops', Q>(place.overview, 'shops', question)
  return parametersFrom(useSampleAddress().of('with'), planted)
}

function ByName(props: ShopQuestionsProps) {
  const parameters = useAsked(props.place, 'by-name')
  const texts = useRoomTexts(shopsTexts)
  return (
    <>
      <CityForm
        question="by-name"
        parameters={parameters}
        fields={(of) => [of.text('city', texts.city), of.text('begin', texts.begin)]}
      />
      <Found {...props} ask={{ question: 'by-name', parameters }} centre={undefined} />
    </>
  )
}

function ByPart(props: ShopQuestionsProps) {
  const parameters = useAsked(props.place, 'by-part-of-name')
  const texts = useRoomTexts(shopsTexts)
  return (
    <>
      <CityForm
        question="by-part-of-name"
        parameters={parameters}
        fields={(of) => [of.text('city', texts.city), of.text('part', texts.part)]}
      />
      <Found {...props} ask={{ question: 'by-part-of-name', parameters }} centre={undefined} />
    </>
  )
}

function ByDistrict(props: ShopQuestionsProps) {
  const parameters = useAsked(props.place, 'by-district')
  const texts = useRoomTexts(shopsTexts)
  return (
    <>
      <CityForm
        question="by-district"
        parameters={parameters}
        fields={(of) => [
          of.text('city', texts.city),
          of.text('district', texts.district),
          of.text('type', texts.type, TYPES),
        ]}
      />
      <Found {...props} ask={{ question: 'by-district', parameters }} centre={undefined} />
    </>
  )
}

function CityForm<P>(props: { question: CityName; parameters: P; fields: FieldsOf<P> }) {
  const { question, parameters, fields } = props
  const texts = useRoomTexts(shopsTexts)
  const shared = useRoomTexts(samplesTexts)
  const address = useSampleAddress()
  return (
    <ParameterForm
      key={JSON.stringify(parameters)}
      parameters={parameters}
      fields={fields}
      submit={shared.ask}
      onAsk={(asked) => address.show({ with: JSON.stringify(asked) })}
      others={
        <label className="field">
          <span>{texts.by}</span>
          <select
            className="input"
            value={question}
            onChange={({ target }) => address.show({ by: target.value, with: undefined })}
          >
            {cityQuestions.map((each) => (
              <option key={each} value={each}>
                {texts.ways[each]}
              </option>
            ))}
          </select>
        </label>
      }
    />
  )
}

function InArea(props: ShopQuestionsProps) {
  const { area } = props
  const texts = useRoomTexts(shopsTexts)
  const shared = useRoomTexts(samplesTexts)
  const [filter, setFilter] = useState(FIRST_FILTER)
  if (area === undefined) return <p className="quiet">{texts.draw}</p>
  return (
    <>
      <ParameterForm
        key={area.kind}
        parameters={filter}
        fields={(of) => {
          if (area.kind === 'circle') return [of.text('type', texts.type, TYPES)]
          if (area.kind === 'box') return [of.number('scoreMin', texts.scoreMin)]
          return [of.number('priceFrom', texts.priceFrom), of.number('priceTo', texts.priceTo)]
        }}
        submit={shared.ask}
        onAsk={setFilter}
      />
      <Found
        {...props}
        ask={askInArea(area, filter)}
        centre={area.kind === 'circle' ? area.centre : undefined}
      />
    </>
  )
}

function Found(props: ShopQuestionsProps & { ask: ShopAsk; centre: Place | undefined }) {
  const { place, ask, centre, chosen, choose, onFound } = props
  const loading = useTexts().loading
  const { data, error, isPending, isPlaceholderData, refetch } = useQuestion(
    place.instance,
    'shops',
    ask.question,
    ask.parameters,
  )
  // The map shows what the list has.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => {
    if (data !== undefined) onFound(data.answer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
  return (
    <>
      {isPending && <Skeleton label={loading} />}
      {error !== null && <ErrorNote error={error} retry={() => void refetch()} />}
      {data !== undefined && error === null && (
        <>
          <AnswerBar answered={data} instance={place.instance} isOld={isPlaceholderData}>
            <FoundCount found={data.answer} />
          </AnswerBar>
          <ShopList shops={data.answer.rows} centre={centre} chosen={chosen} choose={choose} />
        </>
      )}
    </>
  )
}

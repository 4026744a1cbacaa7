import type { AnswerOf, ParametersOf, QuestionOf, SampleName } from '@rowhouse/console-gate/shapes'
import type { ReactNode } from 'react'
import { ErrorNote } from '../parts/error-note.js'
import { Skeleton } from '../parts/skeleton.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useTexts } from '../texts/use-texts.js'
import { AnswerBar } from './answer-bar.js'
import { type FieldsOf, ParameterForm } from './parameter-form.js'
import { parametersFrom, useSampleAddress } from './sample-address.js'
import type { SamplePlace } from './sample-frame.js'
import { plantedOf, useQuestion } from './sample-gate.js'
import { samplesTexts } from './samples-texts.js'

interface QuestionScreenProps<S extends SampleName, Q extends QuestionOf<S>> {
  readonly place: SamplePlace
  readonly sample: S
  readonly question: Q
  /** Without any, the parameters are those of the address. */
  readonly fields?: FieldsOf<ParametersOf<S, Q>>
  /** What stands above the answer, such as how many were found. */
  readonly head?: (answer: AnswerOf<S, Q>) => ReactNode
  readonly show: (
    answer: AnswerOf<S, Q>,
    pictures: Pictures,
    parameters: ParametersOf<S, Q>,
  ) => ReactNode
}

export type Pictures = Readonly<Record<string, string>>
const NO_PICTURES: Pictures = {}

/** A question with its form, its answer, what it cost, and its requests as code. */
export function QuestionScreen<S extends SampleName, Q extends QuestionOf<S>>(
  props: QuestionScreenProps<S, Q>,
) {
  const { place, sample, question, fields, head, show } = props
  const loading = useTexts().loading
  const address = useSampleAddress()
  const planted = plantedOf<S, Q>(place.overview, sample, question)
  const parameters = parametersFrom(address.of('with'), planted)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuestion<S, Q>(
    place.instance,
    sample,
    question,
    parameters,
  )
  return (
    <>
      {fields !== undefined && (
        <QuestionForm<S, Q> place={place} sample={sample} question={question} fields={fields} />
      )}
      {isPending && <Skeleton label={loading} />}
      {error !== null && <ErrorNote error={error} retry={() => void refetch()} />}
      {data !== undefined && error === null && (
        <>
          <AnswerBar answered={data} instance={place.instance} isOld={isPlaceholderData}>
            {head?.(data.answer)}
          </AnswerBar>
          {show(data.answer, data.pictures ?? NO_PICTURES, parameters)}
        </>
      )}
    </>
  )
}

/** The parameters of a question, which stand in the address. */
export function QuestionForm<S extends SampleName, Q extends QuestionOf<S>>(props: {
  place: SamplePlace
  sample: S
  question: Q
  fields: FieldsOf<ParametersOf<S, Q>>
}) {
  const { place, sample, question, fields } = props
  const texts = useRoomTexts(samplesTexts)
  const address = useSampleAddress()
  const planted = plantedOf<S, Q>(place.overview, sample, question)
  const parameters = parametersFrom(address.of('with'), planted)
  return (
    <ParameterForm
      key={JSON.stringify(parameters)}
      fields={fields}
      parameters={parameters}
      submit={texts.ask}
      onAsk={(asked) => address.show({ with: JSON.stringify(asked) })}
    >
      {address.of('with') !== undefined && (
        <button
          type="button"
          className="button plain"
          onClick={() => address.show({ with: undefined })}
        >
          {texts.example}
        </button>
      )}
    </ParameterForm>
  )
}

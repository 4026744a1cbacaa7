import type { Client } from '@rowhouse/client'
import {
  type Inquiry,
  KNOWN_SAMPLES,
  type KnownSample,
  SAMPLE_QUESTIONS,
  type SampleQuestion,
  findSampleSet,
  thumbnailOf,
} from '@rowhouse/demos'
import { Refusal } from '../refusal.js'
import type { AskedSample, PlantedParameters, SampleFound, SampleName } from '../shapes/index.js'

/** Any size will do: questions are the same for all. */
const SIZE = { seed: 1, rows: 1 }

export const sampleOf = (name: string): KnownSample => {
  const make = Object.hasOwn(KNOWN_SAMPLES, name) ? KNOWN_SAMPLES[name] : undefined
  if (make === undefined) throw new Refusal(404, `there is no sample ${name}`)
  return make(SIZE)
}

const questionsOf = (name: string): readonly SampleQuestion[] => {
  const questions = Object.hasOwn(SAMPLE_QUESTIONS, name) ? SAMPLE_QUESTIONS[name] : undefined
  if (questions === undefined) throw new Refusal(404, `there is no sample ${name}`)
  return questions
}

/** The question with its parameters; throws Refusal when there is none, or they do not fit. */
export function inquiryOf({ sample, question, parameters }: AskedSample): Inquiry {
  const known = questionsOf(sample).find(({ name }) => name === question)
  if (known === undefined) throw new Refusal(404, `${sample} has no question ${question}`)
  const inquiry = known.inquiryOf(parameters)
  if (inquiry !== undefined) return inquiry
  const planted = JSON.stringify(known.planted)
  throw new Refusal(400, `the parameters of ${question} must be like ${planted}`)
}

/** The parameters of the manual's examples, by sample and question. */
export const plantedParameters = (): PlantedParameters =>
  Object.fromEntries(
    Object.entries(SAMPLE_QUESTIONS).map(([sample, questions]) => [
      sample,
      Object.fromEntries(questions.map(({ name, planted }) => [name, planted])),
    ]),
  )

/** Drawings of all files in an answer. */
export function picturesIn(sample: string, answer: unknown): Record<string, string> | undefined {
  if (sample !== 'media') return undefined
  const pictures = filesIn(answer).map((file): [string, string] => [file.id, thumbnailOf(file)])
  return pictures.length === 0 ? undefined : Object.fromEntries(pictures)
}

type Drawn = Parameters<typeof thumbnailOf>[0]

function filesIn(answer: unknown): readonly Drawn[] {
  if (isFile(answer)) return [answer]
  if (typeof answer !== 'object' || answer === null || !('rows' in answer)) return []
  return Array.isArray(answer.rows) ? answer.rows.filter(isFile) : []
}

/** Of all answers, only files of media have a list of faces. */
const isFile = (value: unknown): value is Drawn =>
  typeof value === 'object' && value !== null && 'faces' in value && 'tags' in value

/** The main table of each sample. */
const MAIN_TABLES = { orders: 'order_contract', shops: 'geo_positon', media: 'media_meta' } as const

/** What the instance has of each sample. */
export async function findSets(
  client: Client,
): Promise<{ readonly [S in SampleName]: SampleFound | undefined }> {
  const find = async (name: SampleName): Promise<SampleFound | undefined> => {
    const found = await findSampleSet(client, name)
    if (found === undefined) return undefined
    const { seed, rows, asOf, loaded } = found
    return { seed, rows, asOf, loaded: loaded[MAIN_TABLES[name]] ?? 0 }
  }
  return { orders: await find('orders'), shops: await find('shops'), media: await find('media') }
}

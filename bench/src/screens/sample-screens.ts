import {
  FIRST_VIEW,
  type GateClient,
  type MapView,
  askMapPart,
  askQuestion,
  askSamples,
  boxOf,
  cellsOfMap,
  mediaViews,
  orderQuestions,
  ringsAround,
  showsDistricts,
} from '@rowhouse/console/page-asks'
import type { KnownSample } from '@rowhouse/demos'
import { expectDefined } from '@rowhouse/platform'
import type { ScreenAsk } from './screen-ask.js'

interface Setting {
  readonly gate: GateClient
  readonly instance: string
  readonly known: KnownSample
  /** Drawn parameters of each question, besides those of the manual. */
  readonly sets: number
}

/** What the screens of a sample ask. Jobs are left out: they have no goal. */
export function sampleScreens(setting: Setting): readonly ScreenAsk[] {
  const { gate, instance, known } = setting
  const overview: ScreenAsk = {
    screen: 'samples',
    request: 'what is there',
    way: 'list',
    asks: [() => askSamples(gate, instance)],
  }
  const screensOf = expectDefined(SCREENS_OF[known.sample.name], 'every sample has screens')
  return [overview, ...screensOf(setting)]
}

const SCREENS_OF: Readonly<Record<string, (setting: Setting) => readonly ScreenAsk[]>> = {
  orders: ordersScreens,
  shops: shopsScreens,
  media: mediaScreens,
}

function ordersScreens(setting: Setting): readonly ScreenAsk[] {
  const tabs = Object.entries(orderQuestions).flatMap(([tab, questions]) =>
    questions.flatMap((name) => questionAsk(setting, tab, name)),
  )
  const lookups = ['order-by-key', 'order-by-index']
  return [...tabs, ...lookups.flatMap((name) => questionAsk(setting, 'lookup', name))]
}

/** Views of media that are not called as the question that they ask. */
const ASKED_BY_VIEW: Readonly<Record<string, string | undefined>> = {
  map: 'around-place',
  field: undefined,
}

function mediaScreens(setting: Setting): readonly ScreenAsk[] {
  const views = mediaViews.flatMap((view) => {
    const question = view in ASKED_BY_VIEW ? ASKED_BY_VIEW[view] : view
    return question === undefined ? [] : questionAsk(setting, view, question)
  })
  return [...views, ...questionAsk(setting, 'detail', 'file-by-key')]
}

const SHOP_SCREENS = {
  nearby: ['nearby-best', 'nearby-nearest'],
  area: ['in-circle', 'in-box', 'in-polygon'],
  name: ['by-name'],
  statistics: ['types-of-city', 'districts-of-city', 'scores'],
  detail: ['shop-by-key'],
}

/** Maps of a wide page and of a phone. */
const SIZES = [
  { width: 1000, height: 800 },
  { width: 390, height: 560 },
]
/** From the whole world to a street. */
const ZOOMS = [2, 5, 9.6, 12, FIRST_VIEW.zoom, 16.5]

function shopsScreens(setting: Setting): readonly ScreenAsk[] {
  const { gate, instance, sets } = setting
  const lists = Object.entries(SHOP_SCREENS).flatMap(([screen, questions]) =>
    questions.flatMap((name) => questionAsk(setting, screen, name)),
  )
  const middles = [FIRST_VIEW.centre, ...middlesOf(setting)].slice(0, sets)
  const boxes = middles.flatMap((centre) =>
    SIZES.flatMap((size) => ZOOMS.map((zoom) => ({ zoom, box: boxOf({ centre, zoom }, size) }))),
  )
  const ask = (question: string, parameters: unknown) => () =>
    askQuestion(gate, instance, { sample: 'shops', question, parameters })
  const clusters = ZOOMS.map((zoom): ScreenAsk => {
    const seen = boxes.filter((each) => each.zoom === zoom)
    return {
      screen: 'map',
      request: `clusters at zoom ${zoom}`,
      way: 'statistics',
      asks: seen.map(({ box }) => ask('cells-of-map', cellsOfMap(box, zoom))),
    }
  })
  return [
    ...lists,
    {
      screen: 'statistics',
      request: 'rings',
      way: 'statistics',
      asks: middles.map((centre) => ask('rings', ringsAround(centre))),
    },
    ...clusters,
    {
      screen: 'map',
      request: 'districts and streets',
      way: 'list',
      asks: boxes
        .filter(({ zoom }) => showsDistricts(zoom))
        .map(
          ({ box }) =>
            () =>
              askMapPart(gate, instance, box),
        ),
    },
  ]
}

/** Where the drawn questions look for shops nearby. */
function middlesOf({ known, sets }: Setting): readonly MapView['centre'][] {
  const nearby = questionOf(known, 'nearby-best')
  return nearby.inquiries(sets).flatMap(({ parameters }) => {
    const isAround = typeof parameters === 'object' && parameters !== null && 'centre' in parameters
    return isAround && isPlace(parameters.centre) ? [parameters.centre] : []
  })
}

const isPlace = (value: unknown): value is MapView['centre'] =>
  typeof value === 'object' && value !== null && 'latitude' in value && 'longitude' in value

const questionOf = ({ questions }: KnownSample, wanted: string) =>
  expectDefined(
    questions.find(({ name }) => name === wanted),
    `the sample has the question ${wanted}`,
  )

function questionAsk(setting: Setting, screen: string, name: string): readonly ScreenAsk[] {
  const { gate, instance, known, sets } = setting
  const { way, inquiries } = questionOf(known, name)
  if (way === 'job') return []
  const sample = known.sample.name
  const asks = inquiries(sets).map(
    ({ parameters }) =>
      () =>
        askQuestion(gate, instance, { sample, question: name, parameters }),
  )
  return [{ screen, request: name, way, asks }]
}

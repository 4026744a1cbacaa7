import { expectDefined, invariant } from '@rowhouse/platform'
import { monthBegin, weighted } from '../generate/beijing-calendar.js'
import { Draws } from '../generate/draws.js'
import { shuffle } from '../generate/shuffle-numbers.js'

/** One purchase with a campus card. Cards are numbered in the order in which their cohorts enrolled. */
export interface Swipe {
  readonly card: number
  readonly cohort: number
  readonly seller: string
  readonly device: number
  /** Unique for its device, and rising with time. */
  readonly order: number
  readonly time: number
  readonly fen: number
}

export const COHORTS = 10
export const CARDS_PER_COHORT = 10_000
export const MONTHS = 26
export const DEVICES = 120
/** The first moment after the last month, in Beijing. */
export const LAB_AS_OF = Date.UTC(2025, 11, 31, 16)
export const LAB_BEGIN = monthBegin(LAB_AS_OF, -MONTHS)

/** A cashier needs so long for an order, which bounds the load of a device. */
const CASHIER_MS = 6_000
const FIRST_COHORT_YEAR = 2016
const YEARS_OF_STUDY = 4
const MS_PER_YEAR = 31_557_600_000
/** September, as a share of the year. */
const ENROLMENT = 2 / 3
const FIRST_ORDER = 200_001
/** Devices are about as many orders apart. */
const HEAD_START = 24
const FIRST_DEVICE = 220_000
/** Few sellers, one of them by far the largest, after the shares in a city's transit cards. */
const SELLER_SHARES = [43, 11, 8, 8, 7, 6, 6, 5, 4, 2] as const

/** How many purchases a set can have: more than the cashiers can take would not fit into the months. */
export const SWIPES_MAX = Math.floor((DEVICES * (LAB_AS_OF - LAB_BEGIN)) / (2 * CASHIER_MS))

/** The cohorts that study at a moment, from the first to the last. */
export function studyingCohorts(time: number): readonly number[] {
  const year = 1970 + time / MS_PER_YEAR - ENROLMENT
  const last = Math.floor(year) - FIRST_COHORT_YEAR
  const cohorts = Array.from(
    { length: YEARS_OF_STUDY },
    (_, nth) => last - YEARS_OF_STUDY + 1 + nth,
  )
  return cohorts.filter((cohort) => cohort >= 0 && cohort < COHORTS)
}

/** A cashier's device belongs to one seller, and counts its own orders. */
interface Device {
  readonly number: number
  readonly seller: string
  readonly firstOrder: number
}

function makeDevices(seed: number): readonly Device[] {
  const sellerAt = weighted(SELLER_SHARES)
  return Array.from({ length: DEVICES }, (_, device) => {
    const draws = new Draws(seed, 'card device', device)
    const seller = `a${100 + Math.floor(sellerAt(draws.next()))}`
    return {
      number: FIRST_DEVICE + device,
      seller,
      firstOrder: FIRST_ORDER + draws.below(HEAD_START),
    }
  })
}

/** Makes the nth purchase of the whole campus, in the order of time, from its number alone. */
export function swipeMaker(seed: number, rows: number): (n: number) => Swipe {
  invariant(rows <= SWIPES_MAX, `the cashiers take at most ${SWIPES_MAX} purchases`)
  const devices = makeDevices(seed)
  const deviceAt = shuffle(seed, DEVICES)
  const interval = (LAB_AS_OF - LAB_BEGIN) / Math.ceil(rows / DEVICES)
  return (n) => {
    const draws = new Draws(seed, 'swipe', n)
    const round = Math.floor(n / DEVICES)
    const { number, seller, firstOrder } = expectDefined(
      devices[deviceAt(n % DEVICES)],
      'each turn has a device',
    )
    const time = LAB_BEGIN + (n / DEVICES) * interval
    const cohort = draws.pick(studyingCohorts(time))
    return {
      card: cohort * CARDS_PER_COHORT + draws.below(CARDS_PER_COHORT),
      cohort,
      seller,
      device: number,
      order: firstOrder + round,
      time: Math.floor(time),
      fen: draws.between(200, 3_000),
    }
  }
}

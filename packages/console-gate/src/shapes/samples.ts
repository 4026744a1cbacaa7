import type {
  ColdOutcome,
  HashOutcome,
  ImportOutcome,
  KeyOutcome,
  MonthsOutcome,
  ShopMap,
  SpliceOutcome,
  basketPartners,
  consumerQuestions,
  mediaLists,
  mediaStatistics,
  orderDetail,
  orderKeyReads,
  platformQuestions,
  repeatBuyers,
  sellerQuestions,
  shopCells,
  shopLists,
  shopStatistics,
} from '@rowhouse/demos'
import type { Procedure, Request } from '@rowhouse/snippets'

export type { MediaFile, Shop, ShopMap } from '@rowhouse/demos'

/** What a question takes and answers. */
type Asks<Question> = Question extends {
  readonly ask: (
    client: never,
    parameters: infer Parameters,
    ...rest: never
  ) => Promise<infer Answer>
}
  ? { readonly parameters: Parameters; readonly answer: Answer }
  : never

/** The questions of the samples that the console asks, by sample and name. */
export interface SampleQuestions {
  readonly orders: {
    readonly 'order-by-key': Asks<typeof orderKeyReads.orderByKey>
    readonly 'order-by-index': Asks<typeof orderKeyReads.orderByIndex>
    readonly 'order-detail': Asks<typeof orderDetail>
    readonly 'consumer-latest-by-key': Asks<typeof orderKeyReads.latestOfConsumer>
    readonly 'consumer-orders-by-word': Asks<typeof consumerQuestions.ordersByWord>
    readonly 'consumer-orders-by-amount': Asks<typeof consumerQuestions.ordersByAmount>
    readonly 'consumer-orders-like-name': Asks<typeof consumerQuestions.ordersLikeName>
    readonly 'consumer-spending-by-month': Asks<typeof consumerQuestions.spendingByMonth>
    readonly 'seller-latest-by-key': Asks<typeof orderKeyReads.latestOfSeller>
    readonly 'seller-orders-of-month': Asks<typeof sellerQuestions.ordersOfMonth>
    readonly 'seller-orders-in-status': Asks<typeof sellerQuestions.ordersToShip>
    readonly 'seller-orders-like-name': Asks<typeof sellerQuestions.ordersByName>
    readonly 'seller-best-products': Asks<typeof sellerQuestions.bestProducts>
    readonly 'seller-sales-by-day': Asks<typeof sellerQuestions.salesByDay>
    readonly 'platform-turnover-by-day': Asks<typeof platformQuestions.turnoverByDay>
    readonly 'platform-turnover-by-hour': Asks<typeof platformQuestions.turnoverByHour>
    readonly 'platform-turnover-by-category': Asks<typeof platformQuestions.turnoverByCategory>
    readonly 'platform-best-buyers': Asks<typeof platformQuestions.bestBuyers>
    readonly 'platform-buyers-of-brand': Asks<typeof platformQuestions.buyersOfBrand>
    readonly 'platform-dear-orders-of-brands': Asks<typeof platformQuestions.dearOrdersOfBrands>
    readonly 'platform-funnel': Asks<typeof platformQuestions.funnel>
    readonly 'platform-amounts': Asks<typeof platformQuestions.amounts>
    readonly 'platform-repeat-buyers': Asks<typeof repeatBuyers>
    readonly 'platform-basket-partners': Asks<typeof basketPartners>
  }
  readonly shops: {
    readonly 'shop-by-key': Asks<typeof shopLists.shopByKey>
    readonly 'shop-by-index': Asks<typeof shopLists.shopByIndex>
    readonly 'nearby-best': Asks<typeof shopLists.nearbyQuestion>
    readonly 'nearby-nearest': Asks<typeof shopLists.nearestQuestion>
    readonly 'by-name': Asks<typeof shopLists.byNameQuestion>
    readonly 'by-part-of-name': Asks<typeof shopLists.byPartQuestion>
    readonly 'by-district': Asks<typeof shopLists.byDistrictQuestion>
    readonly 'in-box': Asks<typeof shopLists.inBoxQuestion>
    readonly 'in-circle': Asks<typeof shopLists.inCircleQuestion>
    readonly 'in-polygon': Asks<typeof shopLists.inPolygonQuestion>
    readonly 'types-of-city': Asks<typeof shopStatistics.typesOfCityQuestion>
    readonly 'districts-of-city': Asks<typeof shopStatistics.districtsOfCityQuestion>
    readonly scores: Asks<typeof shopStatistics.scoreBandsQuestion>
    readonly rings: Asks<typeof shopStatistics.ringsQuestion>
    readonly 'cells-of-map': Asks<typeof shopCells.cellsOfMapQuestion>
  }
  readonly media: {
    readonly 'file-by-key': Asks<typeof mediaLists.fileByKey>
    readonly 'tagged-of-user': Asks<typeof mediaLists.taggedOfUserQuestion>
    readonly 'person-of-user': Asks<typeof mediaLists.personOfUserQuestion>
    readonly tagged: Asks<typeof mediaLists.taggedQuestion>
    readonly 'sure-tag': Asks<typeof mediaLists.sureTagQuestion>
    readonly 'below-tag': Asks<typeof mediaLists.belowTagQuestion>
    readonly 'at-place': Asks<typeof mediaLists.atPlaceQuestion>
    readonly 'around-place': Asks<typeof mediaLists.aroundPlaceQuestion>
    readonly 'by-title': Asks<typeof mediaLists.byTitleQuestion>
    readonly 'sizes-of-user': Asks<typeof mediaStatistics.sizesOfUserQuestion>
    readonly 'top-users': Asks<typeof mediaStatistics.topUsersQuestion>
    readonly 'top-tags': Asks<typeof mediaStatistics.topTagsQuestion>
    readonly 'top-people': Asks<typeof mediaStatistics.topPeopleQuestion>
    readonly 'top-places': Asks<typeof mediaStatistics.topPlacesQuestion>
    readonly 'tag-by-month': Asks<typeof mediaStatistics.tagByMonthQuestion>
  }
}

export type SampleName = keyof SampleQuestions
export type QuestionOf<S extends SampleName> = keyof SampleQuestions[S] & string
export type ParametersOf<
  S extends SampleName,
  Q extends QuestionOf<S>,
> = SampleQuestions[S][Q] extends { readonly parameters: infer Parameters } ? Parameters : never
export type AnswerOf<
  S extends SampleName,
  Q extends QuestionOf<S>,
> = SampleQuestions[S][Q] extends {
  readonly answer: infer Answer
}
  ? Answer
  : never

/** The body of a question. */
export interface AskedSample {
  readonly sample: string
  readonly question: string
  readonly parameters: unknown
}

export interface SampleAnswered<Answer> {
  readonly answer: Answer
  /** Milliseconds in the server. */
  readonly took: number
  /** How many calls it took. */
  readonly calls: number
  /** The first call of each kind, as plain requests. */
  readonly requests: readonly (Request | Procedure)[]
  /** Drawings of the files that were found, as SVG, by their ids. */
  readonly pictures?: Readonly<Record<string, string>> | undefined
}

/** What an instance has of a sample. */
export interface SampleFound {
  readonly seed: number
  readonly rows: number
  /** Rows of the main table that are there. */
  readonly loaded: number
  /** The moment at which the set was closed. */
  readonly asOf: number
}

export type PlantedParameters = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface SamplesOverview {
  /** The parameters of the manual's own examples, by sample and question. */
  readonly planted: PlantedParameters
  readonly sets: { readonly [S in SampleName]: SampleFound | undefined }
  readonly jobs: readonly ListedJob[]
  /** The instance with samples for everybody; undefined until the operator has made it. */
  readonly shared: string | undefined
  /** The samples that it has whole. */
  readonly sharedSets: readonly SampleName[]
}

export const labSteps = ['choose', 'splice', 'hash', 'months', 'cold', 'import'] as const
export type LabStep = (typeof labSteps)[number]

/** What each step of the card lab finds. Measured steps tell each outcome as soon as it is there. */
export interface LabResults {
  readonly choose: readonly KeyOutcome[]
  readonly splice: readonly SpliceOutcome[]
  readonly hash: HashOutcome
  readonly months: MonthsOutcome
  readonly cold: readonly ColdOutcome[]
  readonly import: readonly ImportOutcome[]
}

/** Work that takes longer than an answer may. */
export type SampleTask =
  | {
      readonly kind: 'load'
      readonly sample: string
      readonly rows: number
      readonly index: 'before' | 'after'
    }
  | { readonly kind: 'drop'; readonly sample: string }
  | ({ readonly kind: 'ask' } & AskedSample)
  | {
      readonly kind: 'field'
      readonly change: 'add' | 'remove' | 'back' | 'keep'
      readonly name: string
    }
  | { readonly kind: 'lab'; readonly step: LabStep }

export interface SampleJob {
  readonly id: string
  readonly task: SampleTask
  /** `cut` when the server ended before it did. */
  readonly state: 'running' | 'done' | 'failed' | 'stopped' | 'cut'
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly endedAt: number | undefined
  readonly progress: JobProgress | undefined
  /** What was found, of some jobs already while they run. */
  readonly result: unknown
  /** Why it failed. */
  readonly reason: string | undefined
  /** The first call of each kind to each table. */
  readonly requests: readonly (Request | Procedure)[]
}

/** A job in a list, which is asked for often; what it found and has sent is asked for when it is shown. */
export interface ListedJob extends Omit<SampleJob, 'requests' | 'result'> {
  /** How many requests it has to show. */
  readonly requestCount: number
  /** How often it has told what it found; 0 while it has found nothing. */
  readonly resultCount: number
}

/** The newest first. */
export interface JobList {
  readonly jobs: readonly ListedJob[]
}

export interface JobProgress {
  readonly step: string
  /** The table or index that it works at. */
  readonly name: string
  readonly done: number
  /** Undefined while nobody knows. */
  readonly of: number | undefined
}

export interface AskedMap {
  readonly topLeft: { readonly latitude: number; readonly longitude: number }
  readonly bottomRight: { readonly latitude: number; readonly longitude: number }
}

export type MapPart = ShopMap

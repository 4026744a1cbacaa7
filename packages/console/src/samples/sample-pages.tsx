import { NotFoundPage } from '../frame/not-found-page.js'
import { SamplesPage } from './samples-page.js'
import { late } from '../parts/late.js'

const OrdersPage = late(async () => (await import('./orders/orders-page.js')).OrdersPage)

const ShopsPage = late(async () => (await import('./shops/shops-page.js')).ShopsPage)

const MediaPage = late(async () => (await import('./media/media-page.js')).MediaPage)

const CardLabPage = late(async () => (await import('./card-lab/card-lab-page.js')).CardLabPage)

/** The list of samples, or the page of one. */
export function SamplePages({ instance, page }: { instance: string; page: string | undefined }) {
  const pages = new Map([
    ['orders', OrdersPage],
    ['shops', ShopsPage],
    ['media', MediaPage],
    ['card-lab', CardLabPage],
  ])
  if (page === undefined) return <SamplesPage instance={instance} />
  const Page = pages.get(page)
  if (Page === undefined) return <NotFoundPage />
  return <Page key={page} instance={instance} />
}

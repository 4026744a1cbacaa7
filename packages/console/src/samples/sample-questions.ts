/** The questions of each persona, in the order in which they are offered. */
export const orderQuestions = {
  consumer: [
    'consumer-orders-by-amount',
    'consumer-orders-by-word',
    'consumer-orders-like-name',
    'consumer-latest-by-key',
    'consumer-spending-by-month',
  ],
  seller: [
    'seller-orders-of-month',
    'seller-orders-in-status',
    'seller-orders-like-name',
    'seller-latest-by-key',
    'seller-best-products',
    'seller-sales-by-day',
  ],
  platform: [
    'platform-turnover-by-day',
    'platform-turnover-by-hour',
    'platform-turnover-by-category',
    'platform-best-buyers',
    'platform-buyers-of-brand',
    'platform-dear-orders-of-brands',
    'platform-funnel',
    'platform-amounts',
    'platform-repeat-buyers',
    'platform-basket-partners',
  ],
} as const

/** What the pages of media offer: questions, a map and a change of fields. */
export const mediaViews = [
  'tagged-of-user',
  'person-of-user',
  'tagged',
  'sure-tag',
  'below-tag',
  'by-title',
  'map',
  'at-place',
  'sizes-of-user',
  'top-users',
  'top-tags',
  'top-people',
  'top-places',
  'tag-by-month',
  'field',
] as const

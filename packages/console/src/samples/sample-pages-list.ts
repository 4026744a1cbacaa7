/** The pages of the samples, by their paths. */
export const samplePages = ['orders', 'shops', 'media', 'card-lab'] as const
export type SamplePage = (typeof samplePages)[number]

export const MEDIA_TABLE = 'media_meta'
export const MEDIA_INDEX = 'media_meta_index'

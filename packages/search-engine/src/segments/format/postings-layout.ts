/**
 * The words of a postings list.
 *
 * Per term one word in `lists`: with the highest bit set it is the term's one document, else the place of
 * its list in `postings`. A list of up to 128 documents is a word (highest bit, width << 8, count) and the
 * packed gaps; a longer one is the count, the last document of each block, the place of each block counted
 * from the list's first word, and the blocks: a word with the width, and the packed gaps. A gap is
 * document - document before - 1, with -1 before the first.
 *
 * Text has a second word per term in `details`. Of a single document: with the highest bit set the
 * one position, else a place in `positions`, where frequency, width and the packed positions stand.
 * Of a list: a place in `frequencies`; a list of several blocks has there the places of the blocks
 * first, counted as above. A block is a word (width of positions << 8, width of frequencies), the
 * place of its positions, and the packed frequencies, each less one.
 */
export const FLAG = 0x8000_0000
export const PLACE_MASK = 0x7fff_ffff
export const WIDTH_SHIFT = 8
export const LOW_MASK = 0xff

const ASCII_ONLY = /^[\0-\x7f]*$/

/**
 * Lower case of the same length, so that offsets hold for the original too. The capital I with a dot is the
 * only letter whose lower case is longer. A final sigma would depend on what follows it.
 */
export const foldCase = (text: string): string =>
  ASCII_ONLY.test(text)
    ? text.toLowerCase()
    : text.replaceAll('\u0130', 'i').toLowerCase().replaceAll('\u03c2', '\u03c3')

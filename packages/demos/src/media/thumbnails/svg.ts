type Attributes = Readonly<Record<string, string | number>>

/** An element without children; numbers are written to a tenth. */
export const shape = (name: string, attributes: Attributes): string =>
  `<${name}${attributesOf(attributes)}/>`

export const textElement = (name: string, attributes: Attributes, text: string): string =>
  `<${name}${attributesOf(attributes)}>${escaped(text)}</${name}>`

const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(
      ([name, value]) => ` ${name}="${typeof value === 'number' ? tenths(value) : escaped(value)}"`,
    )
    .join('')

/** A path of commands and coordinates. */
export const path = (steps: readonly (string | number)[], fill: string): string =>
  shape('path', {
    d: steps.map((step) => (typeof step === 'number' ? tenths(step) : step)).join(' '),
    fill,
  })

const tenths = (value: number): string => String(Math.round(value * 10) / 10)

/** A tag or a title may hold anything that a user can write. */
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"'\p{Cc}]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`)

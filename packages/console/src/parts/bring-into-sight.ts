/** As a ref of what is chosen: on a phone places and tabs are a line that scrolls. */
export const bringIntoSight = (chosen: HTMLElement | null): void =>
  chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

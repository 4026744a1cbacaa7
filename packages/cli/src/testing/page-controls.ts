import type { Locator, Page } from 'playwright-core'

/** Presses Tab until the control with this text has the focus; throws when Tab does not come to it. */
export async function tabTo(
  page: Page,
  text: string,
  role: 'button' | 'link' = 'button',
): Promise<void> {
  const control = page.getByRole(role, { name: text, exact: true }).first()
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (await hasFocus(control)) return
  }
  throw new Error(`Tab does not come to ${text}`)
}

export const hasFocus = async (control: Locator): Promise<boolean> =>
  (await control.and(control.page().locator(':focus')).count()) === 1

/** The numbers of pins that a click in their middle does not meet. */
export const coveredPins = (page: Page): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('.map-pin')].filter((pin) => {
    const { x, y, width, height } = pin.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) !== pin
  }).map((pin) => pin.textContent)`)

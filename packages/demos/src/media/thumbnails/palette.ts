export interface Canvas {
  readonly width: number
  readonly height: number
}

/** Colours that belong together. */
export interface Palette {
  readonly back: string
  readonly middle: string
  readonly front: string
  readonly line: string
}

/** What is below one wide tag has nearly one hue. */
export function paletteOf(name: string, wide: string): Palette {
  const hue = (angleOf(wide) + (angleOf(name) % 30)) % 360
  return {
    back: `hsl(${hue} 45% 82%)`,
    middle: `hsl(${(hue + 25) % 360} 40% 66%)`,
    front: `hsl(${(hue + 340) % 360} 50% 52%)`,
    line: `hsl(${hue} 45% 28%)`,
  }
}

/** An angle for a text: the same each time, and different for most texts. */
export function angleOf(text: string): number {
  let angle = 0
  for (let at = 0; at < text.length; at += 1) angle = (angle * 31 + text.charCodeAt(at)) % 360
  return angle
}

import { type SettingName, settingHelp, settings } from './settings.js'

/** The default of a setting in readable form; undefined where there is none. */
export function writtenDefault(name: SettingName): string | undefined {
  const value = settings.parse({})[name]
  if (value === undefined || value === false) return undefined
  if (typeof value !== 'number') return String(value)
  switch (settingHelp[name].value) {
    case 'SIZE':
      return inLargest(value, SIZES)
    case 'TIME':
      return inLargest(value, TIMES)
    default:
      return String(value)
  }
}

const SIZES = [
  [2 ** 30, 'GB'],
  [2 ** 20, 'MB'],
  [2 ** 10, 'KB'],
] as const
const TIMES = [
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1_000, 's'],
  [1, 'ms'],
] as const

/** Written in the largest unit of which it is a whole number. */
const inLargest = (value: number, units: typeof SIZES | typeof TIMES): string => {
  const unit = units.find(([size]) => value % size === 0)
  return unit === undefined ? String(value) : `${value / unit[0]}${unit[1]}`
}

/** A count in readable form: 12,345 or 2.3 million. */
export function countText(count: number): string {
  if (count >= 10_000_000) return `${(count / 1_000_000).toFixed(0)} million`
  return Math.round(count).toLocaleString('en-US')
}

export function percentText(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < 0.1) return 'less than 0.1 %'
  return `${percent < 10 ? percent.toFixed(1) : percent.toFixed(0)} %`
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

export function bytesText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const value = bytes / 1024 ** step
  return `${step === 0 || value >= 10 ? value.toFixed(0) : value.toFixed(1)} ${UNITS[step]}`
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const step = 1000

/** Returns a size in the reader's language: '1.4 GB'. */
export function bytesText(bytes: number, language: string): string {
  const power = bytes < step ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(step)), units.length - 1)
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / step ** power)
}

/** Returns a whole percentage in the reader's language: '42%'. */
export const percentText = (percent: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(percent / 100)

/** Returns a count in the reader's language: '1,204'. */
export const countText = (count: number, language: string): string => new Intl.NumberFormat(language).format(count)

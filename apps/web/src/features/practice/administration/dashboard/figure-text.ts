import type { HealthResult } from '@attune/contract/features/practice/administration/administration.dashboard'

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const step = 1000

/** Returns a size in the reader's language: '1.4 GB'. A size below one kilobyte is rounded up. */
export function bytesText(bytes: number, language: string): string {
  const kilobytes = Math.ceil(bytes / step)
  const power = kilobytes < step ? 0 : Math.min(Math.floor(Math.log10(kilobytes) / 3), units.length - 1)
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power] ?? 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(kilobytes / step ** power)
}

/** Returns a whole percentage in the reader's language: '42%'. */
export const percentText = (percent: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(percent / 100)

/** Returns a count in the reader's language: '1,204'. */
export const countText = (count: number, language: string): string => new Intl.NumberFormat(language).format(count)

/** Returns all figures in the form in which the texts about the health of the system contain them. */
export const shownFigures = (figures: HealthResult['figures'], language: string) => ({
  count: figures.count ?? figures.days ?? 0,
  version: figures.version ?? '',
  free: bytesText(figures.bytes ?? 0, language),
  needed: bytesText(figures.neededBytes ?? 0, language),
  answer: figures.answer ?? '',
  origin: figures.origin ?? '',
  host: figures.host ?? '',
  publicUrl: figures.publicUrl ?? '',
  percent: percentText(figures.percent ?? 0, language),
  port: figures.port ?? 0,
  milliseconds: figures.milliseconds ?? 0,
})

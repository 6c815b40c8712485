import { currencyDigits, decimal } from '@attune/contract/common/money/money'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { formatDateTimeInZone, formatDayInZone, translate } from '../text/translations.ts'
import type { ExportingPerson } from './exported-part.ts'

type Value = string | number | boolean | null | undefined | readonly string[]

/** Returns values with their labels from `personalExport.field`. Empty values get no line on the page. */
export const labelledFacts = (language: Language, values: Record<string, Value>) =>
  Object.entries(values).map(([field, value]) => ({
    label: translate(language, `personalExport.field.${field}`),
    text: textOfValue(language, value),
  }))

function textOfValue(language: Language, value: Value): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return translate(language, `personalExport.${value ? 'on' : 'off'}`)
  return typeof value === 'object' ? value.join('\n') : String(value)
}

type Reader = Pick<ExportingPerson, 'language' | 'zone'>

/** Formats an instant with its time; empty for null. */
export const exportedMoment = ({ language, zone }: Reader, at: string | Date | null): string =>
  at === null ? '' : formatDateTimeInZone(new Date(at).toISOString(), language, zone)

/** Formats a day, `YYYY-MM-DD`; empty for null. */
export const exportedDay = ({ language }: Pick<Reader, 'language'>, day: string | null): string =>
  day === null ? '' : formatDayInZone(`${day}T12:00:00Z`, language, 'UTC')

/** The name of a weekday; 1 is Monday. */
export const weekdayName = (language: Language, weekday: number): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, weekday)))

/** Formats an amount in minor units of a currency. */
export const amountText = (language: Language, minor: string, currency: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(
    Number(decimal(BigInt(minor), currencyDigits(currency))),
  )

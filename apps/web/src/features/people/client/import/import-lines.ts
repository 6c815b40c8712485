import { unquoteFormulas } from '@attune/contract/common/csv/csv'
import { dateReaderOf } from '@attune/contract/common/csv/text-table'
import type { ImportedClient } from '@attune/contract/features/people/client/client'
import { isStorable, languages, isEmail } from '@attune/contract/common/text/text'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { isPlausibleBirthDay } from '../form/values.ts'
import { importedFields, type ImportField, type ImportedField, type ColumnMapping } from './column-mapping.ts'

export const maxImportLines = 5000

/**
 * A problem of a line. A line with a mistake is not imported; neither is one with the warning `sameAsLine`, because it repeats an earlier line.
 * With `dateWrong`, the client is imported without the date; with `languageUnknown`, with the default language of the import.
 */
export type ImportFault =
  | { kind: 'mistake'; fault: 'namesRequired' | 'emailWrong' | 'tooLong' | 'unstorable'; field: ImportField }
  | { kind: 'warning'; fault: 'dateWrong' | 'languageUnknown' | 'sameAsLine'; field: ImportField; line?: number }

type Client = Pick<ImportedClient, ImportedField>

export type ImportLine = {
  /** The number of the line, starting at 1. */
  number: number
  client: Client
  /** The problems of the line. */
  faults: ImportFault[]
}

const languagePatterns: Record<Language, RegExp> = {
  en: /^(en\b|eng|ingl|angl)/,
  es: /^(es\b|spa|esp)/,
  fr: /^(fr\b|fra|fre)/,
  de: /^(de\b|deu|ger|ale|all)/,
}

function languageOf(typed: string): Language | null {
  const text = typed.trim().toLowerCase()
  return languages.find((one) => languagePatterns[one].test(text)) ?? null
}

/** Splits `Ana Maria Moreau` or `Moreau, Ana Maria` into first and last name. */
export function splitName(whole: string): [first: string, last: string] {
  const comma = whole.indexOf(',')
  if (comma >= 0) return [whole.slice(comma + 1).trim(), whole.slice(0, comma).trim()]
  const words = whole.trim().split(/\s+/)
  return [words.slice(0, -1).join(' '), words.at(-1) ?? '']
}

type ReadOptions = { language: Language; today: string; heading: boolean }

/**
 * Reads the clients of a file and the problems of each line. Skips empty lines. `rows` are the rows without the
 * heading; `today` is `YYYY-MM-DD`; `language` is the language of clients for whom the file contains no valid one;
 * `heading` is true if the file has a heading, which counts as line 1.
 */
export function readImportLines(
  rows: readonly (readonly string[])[],
  mapping: ColumnMapping,
  reading: ReadOptions,
): ImportLine[] {
  const column = new Map(mapping.flatMap((field, at) => (field ? [[field, at] as const] : [])))
  const cell = (row: readonly string[], field: ImportField) =>
    unquoteFormulas(row[column.get(field) ?? -1] ?? '').trim()
  const readDate = dateReaderOf(
    rows.map((row) => cell(row, 'dateOfBirth')),
    reading.language === 'en',
  )
  const seen = new Map<string, number>()
  return rows.flatMap((row, at) => {
    if (row.every((value) => value.trim() === '')) return []
    const number = at + (reading.heading ? 2 : 1)
    const line = readLine(number, (field) => cell(row, field), readDate, reading)
    const traits = JSON.stringify([
      line.client.firstName,
      line.client.lastName,
      line.client.email ?? [line.client.dateOfBirth, line.client.phone],
    ]).toLowerCase()
    const before = seen.get(traits)
    if (before === undefined) {
      // A line with a mistake is not imported, so it does not count as an earlier line.
      if (isImportable(line)) seen.set(traits, number)
    } else line.faults.push({ kind: 'warning', fault: 'sameAsLine', field: 'lastName', line: before })
    return [line]
  })
}

function readLine(
  number: number,
  cell: (field: ImportField) => string,
  readDate: (typed: string) => string | null,
  reading: ReadOptions,
): ImportLine {
  const faults: ImportFault[] = []
  const whole = cell('fullName')
  const [first, last] = whole ? splitName(whole) : ['', '']
  const birth = cell('dateOfBirth')
  const day = birth ? readDate(birth) : null
  const isPast = day !== null && isPlausibleBirthDay(day, reading.today)
  const wanted = cell('language')
  const language = languageOf(wanted)
  const client = {
    ...(Object.fromEntries(importedFields.map(([field]) => [field, cell(field)])) as Record<ImportedField, string>),
    firstName: cell('firstName') || first,
    lastName: cell('lastName') || last,
    email: cell('email').toLowerCase() || null,
    dateOfBirth: isPast ? day : null,
    language: language ?? reading.language,
  } satisfies Client
  for (const [field, { max = Infinity }] of importedFields) {
    const value = client[field] ?? ''
    if (value.length > max) faults.push({ kind: 'mistake', fault: 'tooLong', field })
    else if (!isStorable(value)) faults.push({ kind: 'mistake', fault: 'unstorable', field })
  }
  if (!client.firstName || !client.lastName) faults.push({ kind: 'mistake', fault: 'namesRequired', field: 'lastName' })
  if (client.email && !isEmail(client.email) && !faults.some(({ field }) => field === 'email'))
    faults.push({ kind: 'mistake', fault: 'emailWrong', field: 'email' })
  if (birth && !isPast) faults.push({ kind: 'warning', fault: 'dateWrong', field: 'dateOfBirth' })
  if (wanted && !language) faults.push({ kind: 'warning', fault: 'languageUnknown', field: 'language' })
  return { number, client, faults }
}

/** Returns whether a line is imported: it has no mistake and does not repeat an earlier line. */
export const isImportable = (line: ImportLine) =>
  line.faults.every(({ kind, fault }) => kind === 'warning' && fault !== 'sameAsLine')

import { basename } from 'node:path'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { codeLists } from '@attune/contract/features/care/diagnosis-code/diagnosis-code.rules'
import type { LoadedList } from '../../apps/server/src/features/care/diagnosis-code/diagnosis-code.ts'
import {
  codeTitleLength,
  type OfficialCode,
} from '../../apps/server/src/features/care/diagnosis-code/diagnosis-code.load.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'
import { codeLinesOf } from './code-file.ts'
import { codeFormats, type CodeFormat } from './formats.ts'

/** The year and the language of a file, if the host names them. They are otherwise in its name or its headings. */
export type NamedEdition = { year: string | undefined; language: string | undefined }
export type ReadList = { list: LoadedList; codes: OfficialCode[] }

/** Reads the text of an official file. Throws a StartError if its format is unknown, if it is damaged or cut, or if its year is unknown. */
export function readList(path: string, text: string, named: NamedEdition, now: Date): ReadList {
  const name = basename(path)
  const [first] = codeLinesOf(text)
  const format = codeFormats.find((one) => first !== undefined && one.recognizes(first.text))
  if (!first || !format)
    throw new StartError(
      `${name} is in none of the known formats: the order file of ICD-10-CM (icd10cm-order-….txt), the codes of ICD-10-GM (icd10gm…syst_kodes.txt), the simple tabulation of ICD-11 (SimpleTabulation-ICD-11-MMS-….txt).`,
    )
  const language = languageOf(format, name, named)
  const list = { name: format.list, language, edition: yearOf(name, first.text, named, now) }
  const codes = readCodes(format, first.text, text)
  requireReadable(language, codes)
  return { list, codes }
}

function readCodes(format: CodeFormat, first: string, text: string): OfficialCode[] {
  const read = format.open(first)
  const codes = new Map<string, OfficialCode>()
  const beginnings = new Set<string | undefined>()
  for (const line of codeLinesOf(text)) {
    const found = read(line)
    beginnings.add(found?.code[0])
    if (found?.isDiagnosis && !codes.has(found.code))
      codes.set(found.code, { code: found.code, title: found.title.slice(0, codeTitleLength) })
  }
  const missing = format.beginnings.filter((beginning) => !beginnings.has(beginning))
  if (missing.length > 0)
    throw new StartError(
      `The file has no codes that begin with ${missing.join(', ')}, so it is only a part of ${codeLists[format.list].name}. Download it again.`,
    )
  return [...codes.values()]
}

function languageOf({ list }: CodeFormat, name: string, { language }: NamedEdition): Language {
  const languages: readonly Language[] = codeLists[list].languages
  const typed = languages.length === 1 ? languages[0] : (language ?? /-([a-z]{2})\.\w+$/.exec(name)?.[1])
  const known = languages.find((one) => one === typed)
  if (!known) throw new StartError(`In which language is ${name}? Add --language and one of ${languages.join(', ')}.`)
  return known
}

/** Returns the year of the edition: the year that the host names, the version in the headings of ICD-11, or the year in the name of the file. */
function yearOf(name: string, first: string, { year }: NamedEdition, now: Date): number {
  const inFile = /\tVersion:(20\d\d)\b/.exec(first)?.[1] ?? /(?<!\d)20\d\d(?!\d)/.exec(name)?.[0]
  const edition = Number(year ?? inFile)
  if (!/^20\d\d$/.test(String(edition)))
    throw new StartError(`Which edition is ${name}? Add --year and the year that the official file names.`)
  const next = now.getUTCFullYear() + 1
  if (edition > next)
    throw new StartError(
      `${name} is of the year ${edition}, but the latest edition can be ${next}. Add --year and the right year.`,
    )
  return edition
}

/** A letter that every complete list in a language contains. */
const accented: Partial<Record<Language, RegExp>> = { de: /[äöü]/i, es: /[áéíóú]/i, fr: /[éèê]/i }

/** Throws a StartError if the letters with accents are missing from the titles, because the file is in an unknown charset. */
function requireReadable(language: Language, codes: readonly OfficialCode[]): void {
  const isWrong = (title: string) => /[\u0000-\u001f\u007f-\u009f\ufffd]|Ã[^\p{L}]/u.test(title)
  const wrong = codes.find(({ title }) => isWrong(title))
  const pattern = accented[language]
  if (!wrong && (pattern === undefined || codes.some(({ title }) => pattern.test(title)))) return
  throw new StartError(
    `The letters with accents can't be read${wrong ? `, such as in ${wrong.code}` : ''}. Save the file in UTF-8, then try again.`,
  )
}

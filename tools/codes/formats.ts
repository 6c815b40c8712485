import { icd10Pattern } from '@attune/contract/features/billing/superbill/superbill.rules'
import type { CodeList } from '@attune/contract/features/care/diagnosis-code/diagnosis-code.rules'
import { isDiagnosisCode } from '@attune/contract/features/care/treatment-plan/treatment-plan.rules'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'
import type { CodeLine } from './code-file.ts'

/** A code of a line. `isDiagnosis`: whether a diagnosis can have it; a heading or an extension can't be one. */
type ReadCode = { code: string; title: string; isDiagnosis: boolean }

/** A format of an official file. */
export type CodeFormat = {
  list: CodeList
  /** Whether a file whose first line is `first` has the format. */
  recognizes: (first: string) => boolean
  /** Returns a function that reads the lines one after the other and returns the code of each, or null for a line without a code. */
  open: (first: string) => (line: CodeLine) => ReadCode | null
  /** The letters and digits with which codes of a complete list begin. */
  beginnings: readonly string[]
}

/** The letters with which the codes of a complete list begin. U is left out, because editions before 2020 have no codes with U. */
const letters = [...'ABCDEFGHIJKLMNOPQRSTVWXYZ']

const damaged = ({ number, isCut }: CodeLine, list: string) =>
  new StartError(
    isCut
      ? `The file ends in the middle of line ${number}. Download ${list} again.`
      : `Line ${number} is not in the format of ${list}. The file is damaged or cut; download it again.`,
  )

/** The order file of the CDC and CMS: order number, code without a dot, whether it may be used (0 for a header), short and long title, in columns. */
export const icd10Cm: CodeFormat = {
  list: 'icd-10-cm',
  recognizes: (first) => /^\d{5} [A-Z]\w{2,6} {1,5}[01] \S/.test(first),
  open: () => {
    let order = 0
    return (line) => {
      const { text } = line
      const code = text.slice(6, 13).trim()
      const [short, long] = [text.slice(16, 76).trim(), text.slice(77).trim()]
      const isWhole = /^[A-Z]\w{2,6}$/.test(code) && /^[01]$/.test(text.slice(14, 15)) && long !== ''
      order++
      if (!isWhole || Number(text.slice(0, 5)) !== order || (line.isCut && long.length < short.length))
        throw damaged(line, 'ICD-10-CM')
      const dotted = code.length > 3 ? `${code.slice(0, 3)}.${code.slice(3)}` : code
      return { code: dotted, title: long, isDiagnosis: text[14] === '1' && icd10Pattern.test(dotted) }
    }
  },
  beginnings: letters,
}

/** The columns of the metadata of the BfArM: end point (T) or not, code without a cross, title, use in practices (V for none). */
const gm = { node: 1, code: 5, title: 8, practice: 12, fewest: 26 } as const

/** The file `…syst_kodes.txt` of the metadata of the BfArM, with semicolons. */
export const icd10Gm: CodeFormat = {
  list: 'icd-10-gm',
  recognizes: (first) => /^[345];[TN];[XS];/.test(first) && first.split(';').length >= gm.fewest,
  open: (first) => {
    const columns = first.split(';').length
    return (line) => {
      const fields = line.text.split(';')
      if (fields.length !== columns) throw damaged(line, 'ICD-10-GM')
      const [code = '', title = ''] = [fields[gm.code]?.trim(), fields[gm.title]?.trim()]
      if (code === '' || title === '') throw damaged(line, 'ICD-10-GM')
      const isUsed = fields[gm.node] === 'T' && fields[gm.practice] !== 'V'
      return { code, title, isDiagnosis: isUsed && isDiagnosisCode('icd-10', code) }
    }
  },
  beginnings: letters,
}

const unquoted = (field: string) => {
  const text = field.trim()
  return /^".*"$/s.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text
}

/** The simple tabulation of the WHO, with tabs and a line of headings. Titles are indented by '- '. Extension codes (X) are no diagnoses. */
export const icd11: CodeFormat = {
  list: 'icd-11',
  recognizes: (first) => ['Code', 'Title', 'ClassKind'].every((heading) => first.split('\t').includes(heading)),
  open: (first) => {
    const headings = first.split('\t')
    const [codeAt, titleAt, kindAt] = ['Code', 'Title', 'ClassKind'].map((heading) => headings.indexOf(heading))
    let columns = 0
    return (line) => {
      if (line.text === first) return null
      const fields = line.text.split('\t')
      if (line.isCut && fields.length < columns) throw damaged(line, 'ICD-11')
      columns = fields.length
      const [code, title, kind] = [codeAt, titleAt, kindAt].map((at) => unquoted(fields[at ?? 0] ?? ''))
      if (!code || !title || kind !== 'category') return null
      const isDiagnosis = !code.startsWith('X') && isDiagnosisCode('icd-11', code)
      return { code, title: title.replace(/^(?:- )+/, ''), isDiagnosis }
    }
  },
  // The first character of codes in the first and in the last chapter. The last chapter has the extension codes.
  beginnings: ['1', 'X'],
}

export const codeFormats: readonly CodeFormat[] = [icd10Cm, icd10Gm, icd11]

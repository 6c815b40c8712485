import type { NoteForm } from '@attune/contract/features/assistant/assistant/assistant.rules'

export type AssistantLanguage = 'en' | 'de' | 'fr' | 'es'

type Headings = Record<Exclude<NoteForm, 'free'>, readonly string[]>

/** The headings of each note format in each language, as the page inserts them. */
const headings: Record<AssistantLanguage, Headings> = {
  en: {
    soap: ['Subjective', 'Objective', 'Assessment', 'Plan'],
    dap: ['Data', 'Assessment', 'Plan'],
    birp: ['Behavior', 'Intervention', 'Response', 'Plan'],
  },
  de: {
    soap: ['Subjektiv', 'Objektiv', 'Einschätzung', 'Plan'],
    dap: ['Daten', 'Einschätzung', 'Plan'],
    birp: ['Verhalten', 'Intervention', 'Reaktion', 'Plan'],
  },
  fr: {
    soap: ['Subjectif', 'Objectif', 'Appréciation', 'Plan'],
    dap: ['Données', 'Appréciation', 'Plan'],
    birp: ['Comportement', 'Intervention', 'Réponse', 'Plan'],
  },
  es: {
    soap: ['Subjetivo', 'Objetivo', 'Valoración', 'Plan'],
    dap: ['Datos', 'Valoración', 'Plan'],
    birp: ['Conducta', 'Intervención', 'Respuesta', 'Plan'],
  },
}

/** Returns the headings of a note format in a language; none for the free format. */
export const headingsOf = (form: NoteForm, language: AssistantLanguage): readonly string[] =>
  form === 'free' ? [] : headings[language][form]

const allHeadings = new Set(
  Object.values(headings).flatMap((forms) =>
    Object.values(forms).flatMap((words) => words.map((word) => word.toLowerCase())),
  ),
)

/** Returns the length of a heading at the start of a line, with its colon and the spaces after it; 0 if there is none. */
export function headingLength(line: string): number {
  const found = /^\s*(\p{L}+)\s*(?:[:：]\s*|$)/u.exec(line)
  return found && allHeadings.has((found[1] ?? '').normalize('NFC').toLowerCase()) ? found[0].length : 0
}

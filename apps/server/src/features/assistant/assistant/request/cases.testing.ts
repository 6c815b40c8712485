import { readFileSync } from 'node:fs'
import type {
  AssistantPurpose,
  AssistantSourceKind,
  NoteForm,
} from '@attune/contract/features/assistant/assistant/assistant.rules'
import { createAnswerReader, type FinishedAnswer } from '../answer/answer.ts'
import { headingsOf, type AssistantLanguage } from '../answer/headings.ts'
import { buildPrompt, quotableTexts } from './prompt.ts'

/**
 * An invented case: sources, facts that a good answer contains (each in several wordings), a true answer with one sentence or heading per entry,
 * and an untrue sentence that replaces the one at `at`.
 */
export type AssistantCase = {
  id: string
  purpose: Extract<AssistantPurpose, 'note' | 'summary' | 'question'>
  form: NoteForm | null
  question: string
  keywords: string
  sources: { kind: AssistantSourceKind; date: string; text: string }[]
  facts: string[][]
  answer: string[]
  untruth: { at: number; sentence: string }
}

const languages = ['en', 'de', 'fr', 'es'] as const

/** Reads the 40 cases of the repository, ten in each language. */
export const readCases = (): (AssistantCase & { language: AssistantLanguage })[] =>
  languages.flatMap((language) => {
    const file = new URL(`../../../../../../../bench/assistant-cases/${language}.json`, import.meta.url)
    const cases = JSON.parse(readFileSync(file, 'utf8')) as AssistantCase[]
    return cases.map((each) => ({ ...each, language }))
  })
export type CaseInLanguage = ReturnType<typeof readCases>[number]

/** Returns the raw answer of a case in the format of a model: the true answer, or the one with an untrue sentence. */
export const rawAnswerOf = ({ answer, untruth }: AssistantCase, isTrue: boolean): string =>
  (isTrue ? answer : answer.with(untruth.at, untruth.sentence)).join('\n')

export const promptOfCase = (each: CaseInLanguage, delimiter: string) =>
  buildPrompt({
    ...each,
    sources: each.sources.map((source, index) => ({ ...source, label: `S${index + 1}` })),
    text: '',
    isAboutClient: true,
    history: [],
    delimiter,
  })

export function readCaseAnswer(each: CaseInLanguage, parts: readonly string[]): FinishedAnswer {
  const reader = createAnswerReader(quotableTexts(each))
  for (const part of parts) reader.push(part)
  return reader.end()
}

/** The quality of an answer: sentences with a source, facts found, and whether it has the requested format. */
export type CaseScore = { sentences: number; supported: number; facts: number; found: number; hasForm: boolean }

/** Scores the answer to a case. A fact counts if the answer contains one of its wordings; case is ignored. */
export function scoreAnswer(each: CaseInLanguage, { text, sentences, isTooLong }: FinishedAnswer): CaseScore {
  const lower = text.toLowerCase()
  const headings = headingsOf(each.form ?? 'free', each.language)
  const lines = text.split('\n').map((line) => line.replace(/:$/, '').trim())
  const own = lines.filter((line) => headings.includes(line))
  return {
    sentences: sentences.length,
    supported: sentences.filter(({ places }) => places.length > 0).length,
    facts: each.facts.length,
    found: each.facts.filter((wordings) => wordings.some((wording) => lower.includes(wording.toLowerCase()))).length,
    hasForm: !isTooLong && sentences.length > 0 && own.join() === headings.join(),
  }
}

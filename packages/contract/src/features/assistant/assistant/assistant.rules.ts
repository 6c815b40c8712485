import { forbiddenTopic, type ForbiddenTopic } from './assistant.questions.rules.ts'

/** The purposes of the assistant. A note, a summary and an answer quote their sources; the other purposes rewrite a text. */
export const assistantPurposes = [
  'note',
  'summary',
  'question',
  'friendlier',
  'shorter',
  'translation',
  'homework',
] as const
export type AssistantPurpose = (typeof assistantPurposes)[number]

/** The purposes that rewrite a text. The page shows the old and the new text side by side, without marks of sources. */
export const rewritingPurposes = ['friendlier', 'shorter', 'translation', 'homework'] as const

export const isRewriting = (purpose: AssistantPurpose): boolean =>
  (rewritingPurposes as readonly string[]).includes(purpose)

/** The forms of a session note. `free` has no headings. */
export const noteForms = ['soap', 'dap', 'birp', 'free'] as const
export type NoteForm = (typeof noteForms)[number]

/** The states of a question of a conversation. */
export const assistantTurnStates = ['waiting', 'answered', 'failed'] as const

/** The kinds of sources that a therapist can choose. `keywords` are the therapist's own, typed for this request. */
export const assistantSourceKinds = ['note', 'entry', 'task', 'check-in', 'message', 'keywords'] as const
export type AssistantSourceKind = (typeof assistantSourceKinds)[number]

/**
 * The kinds of personal data that placeholders do not replace. The page lists these keys with a sentence each, so that a therapist knows what
 * to look for in the preview.
 */
export const staysByDesign = [
  'unknown-names',
  'common-words',
  'unknown-nicknames',
  'misspellings',
  'broken-words',
  'house-numbers',
  'short-numbers',
  'dates',
  'descriptions',
  'other-scripts',
] as const
export type StaysByDesign = (typeof staysByDesign)[number]

/**
 * Returns which forbidden estimate a question asks for, in English, German, French or Spanish; null if it asks for none. The answer to such a
 * question is our own text, and nothing is sent.
 */
export const forbiddenQuestion = (text: string): ForbiddenTopic | null => forbiddenTopic(text)

import { forbiddenTopic, type ForbiddenTopic } from './assistant.questions.rules.ts'

/**
 * The purposes of a request to the assistant. The results of the purposes note, summary and question quote their sources; the other purposes
 * rewrite a text.
 */
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

/** The purposes that rewrite a text. The page shows the old and the new text side by side, without source references. */
export const rewritingPurposes = ['friendlier', 'shorter', 'translation', 'homework'] as const

export const isRewriting = (purpose: AssistantPurpose): boolean =>
  (rewritingPurposes as readonly string[]).includes(purpose)

/** The formats of a session note. `free` has no headings. */
export const noteForms = ['soap', 'dap', 'birp', 'free'] as const
export type NoteForm = (typeof noteForms)[number]

/** The states of a question in a conversation. */
export const assistantTurnStates = ['waiting', 'answered', 'failed'] as const

/** The kinds of sources. `keywords` is a text that the therapist types for this request. */
export const assistantSourceKinds = ['note', 'entry', 'task', 'check-in', 'message', 'keywords'] as const
export type AssistantSourceKind = (typeof assistantSourceKinds)[number]

/**
 * The kinds of personal data that placeholders do not replace. The page describes each of them, so that a therapist can check the preview for them.
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
 * Returns the forbidden topic of a question in English, German, French or Spanish; null if there is none. The product answers such a question with a
 * fixed text and sends nothing to the endpoint.
 */
export const forbiddenQuestion = (text: string): ForbiddenTopic | null => forbiddenTopic(text)

import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type {
  AssistantDraft,
  AssistantRequest,
  AssistantSource,
  OfferedSource,
} from '@attune/contract/features/assistant/assistant/assistant'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { isFilled } from '@attune/contract/common/text/text'
import { maxSources } from '@attune/contract/features/assistant/assistant/assistant.limits.rules'
import {
  isRewriting,
  type AssistantPurpose,
  type NoteForm,
} from '@attune/contract/features/assistant/assistant/assistant.rules'
import type { api } from '../../../platform/api/api.ts'
import { createId } from '../../../platform/api/api.ts'

export type OfferedAssistant = NonNullable<Awaited<ReturnType<typeof api.assistant.status>>['offered']>

/** The client whom a request is about. */
export type AskedClient = { id: ClientId; name: string; language?: Language | undefined }

/** The place at which the therapist opens the assistant: the clients, the possible purposes, and the text to rewrite. */
export type AssistantPlace = {
  /** The name of the form's draft on this device; contains ids only. */
  name: string
  /** The clients from whom the therapist chooses one. Empty for a text that does not concern a single client. */
  clients: readonly AskedClient[]
  sessionId: SessionId | null
  purposes: readonly AssistantPurpose[]
  text: string
}

/** The therapist's entries. */
export type AssistantForm = {
  id: string
  clientId: ClientId | null
  purpose: AssistantPurpose
  form: NoteForm
  language: Language
  targetLanguage: Language
  keywords: string
  question: string
  /** Null until the therapist changes the sources that are chosen in advance. */
  sources: string[] | null
  edited: string | null
}

/** Returns an empty form, or the form that repeats the request of an earlier draft. */
export function newAssistantForm(place: AssistantPlace, language: Language, draft?: AssistantDraft): AssistantForm {
  const client = place.clients.find(({ id }) => id === draft?.clientId) ?? place.clients[0]
  const target = client?.language ?? language
  return {
    id: createId(),
    clientId: client?.id ?? null,
    purpose: draft?.purpose ?? place.purposes[0] ?? 'summary',
    form: draft?.form ?? 'soap',
    language: draft?.language ?? language,
    targetLanguage: target === language ? (language === 'en' ? 'de' : 'en') : target,
    keywords: draft?.keywords ?? '',
    question: draft?.question ?? '',
    sources: null,
    edited: null,
  }
}

export const sourceKey = ({ kind, id }: AssistantSource) => `${kind} ${id}`

/**
 * Returns the keys of the chosen sources that are still offered, at most `maxSources`. Until the therapist chooses, a summary and a question use
 * everything since the last session; other purposes use nothing.
 */
export function chosenSources({ sources, purpose }: AssistantForm, offered: readonly OfferedSource[]): string[] {
  const since = purpose === 'summary' || purpose === 'question' ? offered.filter((one) => one.sinceLastSession) : []
  const known = new Set(offered.map(sourceKey))
  return (sources ?? since.map(sourceKey)).filter((key) => known.has(key)).slice(0, maxSources)
}

/** Whether a purpose uses sources. Rewriting a text uses only the text itself; homework also uses sources. */
export const hasSources = (purpose: AssistantPurpose) => !isRewriting(purpose) || purpose === 'homework'

/** Converts the form to the input of `assistant.preview`. Omits fields that do not apply to the purpose. */
export function assistantRequestOf(
  form: AssistantForm,
  { sessionId, text }: Pick<AssistantPlace, 'sessionId' | 'text'>,
  offered: readonly OfferedSource[],
): AssistantRequest {
  const { id, clientId, purpose, language, edited } = form
  const isText = isRewriting(purpose)
  const chosen = hasSources(purpose) && clientId ? chosenSources(form, offered) : []
  return {
    id,
    clientId,
    sessionId,
    purpose,
    form: purpose === 'note' ? form.form : null,
    language,
    ...(purpose === 'translation' && { targetLanguage: form.targetLanguage }),
    keywords: purpose === 'note' || purpose === 'homework' ? form.keywords : '',
    question: purpose === 'question' ? form.question : '',
    text: isText ? text : '',
    sources: offered
      .filter((one) => chosen.includes(sourceKey(one)))
      .map(({ kind, id: source }) => ({ kind, id: source })),
    edited,
  }
}

/** Returns the part that is missing before the request can be previewed; null if it is complete. */
export function missingIn(request: AssistantRequest): 'question' | 'material' | 'text' | null {
  const { purpose, question, keywords, text, sources } = request
  if (purpose === 'question' && !isFilled(question)) return 'question'
  if (isRewriting(purpose) && purpose !== 'homework') return isFilled(text) ? null : 'text'
  return isFilled(keywords) || isFilled(text) || sources.length > 0 ? null : 'material'
}

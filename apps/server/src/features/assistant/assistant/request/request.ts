import type { ClientId } from '@attune/contract/common/ids'
import type {
  AssistantPreview,
  AssistantRequest,
  AssistantSource,
} from '@attune/contract/features/assistant/assistant/assistant'
import { forbiddenQuestion, isRewriting } from '@attune/contract/features/assistant/assistant/assistant.rules'
import { createHmac } from 'node:crypto'
import type { AppContext } from '../../../../platform/app-context.ts'
import { requestBody } from '../../../../platform/assistant/endpoint.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../../platform/policy/refusal.ts'
import { sha256Of } from '../../../../platform/secrets/sha256.ts'
import { lockAssistantConsent } from '../../assistant-consent/assistant-consent.ts'
import { type AssistantSettings, readAssistantSettings } from '../../assistant-setup/assistant-setup.ts'
import { type ConversationHistory, readConversationHistory } from '../conversation/turns.ts'
import { readKnownWords, readKnownWordsOfAll, withWordsHiddenBefore } from './known-words.ts'
import { createPlaceholders, type Placeholders } from '../privacy/placeholders.ts'
import { buildPrompt, quotableTexts } from './prompt.ts'
import { type SourceText, listSourceTexts, wordsIn } from './sources.ts'
import { findRecordHead, hasSessionWithClient } from './sources.queries.ts'
import { requireSwitchedOn } from '../assistant.switch.ts'

/** A request with everything that is sent and shown. The same request always has the same bytes. */
export type PreparedRequest = AssistantPreview & {
  settings: AssistantSettings
  placeholders: Placeholders
  sources: SourceText[]
  /** The original texts that the answer can quote; null for a request that rewrites a text or has no client. */
  quotable: string[] | null
}

/**
 * Prepares a request of the acting therapist. Refuses with NOT_FOUND for a private source and for records, sessions and sources of another
 * therapist; then with OFF, NOT_SWITCHED_ON, NO_CONSENT and RECORD_INACTIVE; with NOT_FOUND for an unknown conversation; and with BAD_REQUEST if a
 * purpose needs a client and there is none.
 */
export async function prepareRequest(
  tx: Tx,
  input: AssistantRequest,
  { settings, key, now }: { settings: AssistantSettings | null; key: string; now: Date },
): Promise<PreparedRequest> {
  requireConsistent(input)
  const head = input.clientId === null ? null : await findRecordHead(tx, input.clientId, now)
  if (head === undefined) throw notFound()
  if (head && input.sessionId !== null && !(await hasSessionWithClient(tx, input.sessionId, head.id))) throw notFound()
  const sources = head ? await listSourceTexts(tx, head, input.sources) : []
  if (!settings) throw createRefusal('OFF', 409)
  await requireSwitchedOn(tx, settings)
  if (head) await requireConsent(tx, head.id, settings)
  const history = await readConversationHistory(tx, input)
  const known = head ? await readKnownWords(tx, head.id) : await readKnownWordsOfAll(tx)
  const hiddenBefore = history.turns.flatMap(({ hidden }) => hidden)
  const placeholders = createPlaceholders(withWordsHiddenBefore(known, hiddenBefore))
  return {
    ...composeRequest(tx, input, { settings, key, sources, placeholders, history }),
    settings,
    placeholders,
    sources,
  }
}

/**
 * Refuses with NO_CONSENT or RECORD_INACTIVE unless the client consents, and with NOT_FOUND for an unknown record. Blocks withdrawals until the
 * transaction ends.
 */
export async function requireConsent(tx: Tx, clientId: ClientId, { termsVersion }: AssistantSettings): Promise<void> {
  const state = await lockAssistantConsent(tx, clientId, termsVersion)
  if (state === 'inactive') throw createRefusal('RECORD_INACTIVE', 409)
  if (state === 'no-consent') throw createRefusal('NO_CONSENT', 409)
}

/** Refuses with OFF or CHANGED if an admin has switched the assistant off or changed its endpoint since the request was prepared. */
export async function requireSameSettings(
  app: Pick<AppContext, 'assistant' | 'config' | 'db' | 'providerKeys'>,
  { settings: { endpoint, termsVersion } }: PreparedRequest,
) {
  const now = await readAssistantSettings(app)
  if (!now) throw createRefusal('OFF', 409)
  const { kind, address, model } = now.endpoint
  const isSame = kind === endpoint.kind && address === endpoint.address && model === endpoint.model
  if (!isSame || now.termsVersion !== termsVersion) throw createRefusal('CHANGED', 409)
}

function requireConsistent(input: AssistantRequest): void {
  const { clientId, sessionId, purpose, form, sources, text, conversation, question } = input
  const isTwice = new Set(sources.map(({ kind, id }) => `${kind} ${id}`)).size !== sources.length
  const needsClient = (!isRewriting(purpose) && !conversation) || sessionId !== null || sources.length > 0
  const lacksText = isRewriting(purpose) && purpose !== 'homework' && text.trim() === ''
  const isNoQuestion = purpose !== 'question' || sessionId !== null || question.trim() === ''
  if (isTwice || (clientId === null && needsClient) || lacksText || (purpose === 'note') !== (form !== null))
    throw createRefusal('BAD_REQUEST', 400)
  if (conversation && isNoQuestion) throw createRefusal('BAD_REQUEST', 400)
}

type Parts = Pick<PreparedRequest, 'settings' | 'sources' | 'placeholders'> & {
  key: string
  history: ConversationHistory
}

function composeRequest(
  tx: Tx,
  input: AssistantRequest,
  { settings, key, sources, placeholders, history }: Parts,
): AssistantPreview & Pick<PreparedRequest, 'quotable'> {
  const delimiter = createHmac('sha256', key).update(`assistant ${tx.actor.id} ${input.id}`).digest('hex').slice(0, 32)
  const built = buildPrompt({
    ...input,
    delimiter,
    isAboutClient: input.clientId !== null,
    history: history.turns.map(({ question, text }) => ({
      question: placeholders.hide(question),
      answer: placeholders.hide(text),
    })),
    sources: sources.map(({ kind, at, text }, index) => ({
      label: `S${index + 1}`,
      kind,
      date: at,
      text: placeholders.hide(text),
    })),
    keywords: placeholders.hide(input.keywords),
    question: placeholders.hide(input.question),
    text: placeholders.hide(input.text),
  })
  const prompt = input.edited ?? built.prompt
  const added = linesAdded(built.prompt, prompt)
  const body = requestBody(settings.endpoint, { system: built.system, prompt })
  return {
    system: built.system,
    prompt,
    body,
    sha256: sha256Of(body),
    words: wordsIn(prompt),
    hidden: placeholders.used(),
    broughtBack: placeholders.namesIn(added.join('\n')),
    fixedAnswer: forbiddenIn([input.question, ...added]),
    history: { included: history.turns.length, leftOut: history.leftOut },
    quotable:
      isRewriting(input.purpose) || input.clientId === null
        ? null
        : quotableTexts({ sources, keywords: input.keywords }),
  }
}

/** Returns the lines of a prompt that the therapist has written or changed. */
function linesAdded(before: string, after: string): string[] {
  const known = new Set(before.split('\n'))
  return after.split('\n').filter((line) => !known.has(line))
}

/** Returns the forbidden topic of the first text that has one; null if none has. */
function forbiddenIn(texts: readonly string[]): 'diagnosis' | 'risk' | null {
  for (const text of texts) {
    const topic = forbiddenQuestion(text)
    if (topic) return topic
  }
  return null
}

/** Returns the preview that a therapist sees before anything is sent. */
export function previewOf(prepared: PreparedRequest): AssistantPreview {
  const { system, prompt, body, sha256, words, hidden, broughtBack, fixedAnswer, history } = prepared
  return { system, prompt, body, sha256, words, hidden, broughtBack, fixedAnswer, history }
}

/** Returns the source of the quotable text at `index`; null for the keywords. */
export const sourceAt = ({ sources }: PreparedRequest, index: number): AssistantSource | null => {
  const source = sources[index]
  return source ? { kind: source.kind, id: source.id } : null
}

/** Returns the secret key from which `prepareRequest` derives the delimiter of a request. */
export const requestKey = ({ secrets }: Pick<AppContext, 'secrets'>): string => secrets.cookieKey

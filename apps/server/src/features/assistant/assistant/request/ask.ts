import type { AssistantAnswer, AssistantRequest } from '@attune/contract/features/assistant/assistant/assistant'
import { ORPCError } from '@orpc/server'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AssistantPaused, EndpointFailed, Truncated } from '../../../../platform/assistant/endpoint.ts'
import { describeChange, insertAudit } from '../../../../platform/policy/audit.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { createRefusal, noLogin } from '../../../../platform/policy/refusal.ts'
import { createAnswerReader, type FinishedAnswer } from '../answer/answer.ts'
import { claimTurn, saveTurnEnd } from '../conversation/turns.ts'
import { storeAnswer } from './drafts.ts'
import { type PreparedRequest, requireConsent, requireSameSettings, sourceAt } from './request.ts'
import { wordsIn } from './sources.ts'
import { countWords, requireSwitchedOn } from '../assistant.switch.ts'
import { type AnswerEnding, answerEndings } from './endings.ts'

type Asked = { input: AssistantRequest; prepared: PreparedRequest }

/**
 * Refuses a prepared request that may not be sent: with FIXED_ANSWER for a forbidden question, with CHANGED if it differs from the previewed request,
 * with NAMES and the known words in it unless the therapist accepts them, and with PAUSED while the endpoint is paused.
 */
export async function requireSendable(
  { app }: Context,
  input: { sha256: string; acceptsNames: boolean },
  prepared: PreparedRequest,
): Promise<void> {
  if (prepared.fixedAnswer) throw createRefusal('FIXED_ANSWER', 409, { question: prepared.fixedAnswer })
  if (prepared.sha256 !== input.sha256) throw createRefusal('CHANGED', 409)
  if (prepared.broughtBack.length > 0 && !input.acceptsNames)
    throw createRefusal('NAMES', 409, { names: prepared.broughtBack })
  const until = await app.assistant.pausedUntil()
  if (until) throw pausedUntil(until)
}

const pausedUntil = (until: Date) => createRefusal('PAUSED', 409, { until: until.toISOString() })

/**
 * Sends a prepared request and yields the text of the answer as it arrives. Stores the answer in its conversation, or as a draft if it is about a
 * client. An answer that breaks off or that the therapist stops is stored as incomplete. The signal `left` aborts the request. Refuses as
 * `claimQuestion`, `requireSameSettings`, `claimRequest`, `refusalOf` and `endedBy` do.
 */
export async function* askEndpoint(
  context: Context,
  asked: Asked,
  left: AbortSignal,
): AsyncGenerator<{ text: string }, AssistantAnswer> {
  const { input, prepared } = asked
  await claimQuestion(context, asked)
  const reader = createAnswerReader(prepared.quotable, prepared.placeholders)
  const endings = answerEndings(context, input.clientId, prepared.settings.termsVersion)
  const signal = AbortSignal.any([left, endings.signal])
  let isSent = false
  let isStored = false
  const words = context.app.assistant.ask(prepared.settings.endpoint, prepared.body, {
    signal,
    beforeSend: async () => {
      await requireSameSettings(context.app, prepared)
      await claimRequest(context, asked)
      await requireSameSettings(context.app, prepared)
      await holdConsent(context, asked)
      isSent = true
    },
  })
  try {
    for (let next = await words.next(); !next.done; next = await words.next()) {
      const { text } = reader.push(next.value)
      if (text !== '') yield { text }
    }
    const answer = reader.end()
    if (answer.isTooLong) throw new Truncated()
    // The answer is empty if the endpoint sent only white space, quotations and markup.
    if (answer.text === '') throw new EndpointFailed('wrong-answer')
    const stored = await store(context, asked, answer, true)
    isStored = true
    return stored
  } catch (error) {
    throw signal.aborted ? endedBy(endings.signal) : refusalOf(context, error)
  } finally {
    endings.end()
    await words.return({ tokens: null }).catch(() => {})
    if (isSent && !isStored) await storeIncomplete(context, asked, reader.end())
    else if (!isStored) await leaveUnanswered(context, asked)
  }
}

/** Yields a stored answer in one part. */
export async function* repeatAnswer(answer: AssistantAnswer): AsyncGenerator<{ text: string }, AssistantAnswer> {
  yield await Promise.resolve({ text: answer.text })
  return answer
}

/**
 * Stores the question of a conversation before it is sent, so that it is kept even without an answer. Does nothing for a question outside a
 * conversation. Refuses as `requireConsent` does.
 */
async function claimQuestion({ app, actor }: Context, { input, prepared }: Asked): Promise<void> {
  if (!input.conversation) return
  await app.db.asActor(actor, async (tx) => {
    if (input.clientId !== null) await requireConsent(tx, input.clientId, prepared.settings)
    await claimTurn(tx, input, prepared.settings, app.clock.now())
  })
}

/** Records that a question was not answered, so that the therapist can ask it again. */
async function leaveUnanswered({ app, actor, requestId }: Context, { input }: Asked): Promise<void> {
  const nothing = { text: '', sentences: null, isComplete: false, hidden: [] }
  await app.db
    .asActor(actor, (tx) => saveTurnEnd(tx, input, nothing, app.clock.now()))
    .catch((error: unknown) => {
      if (!(error instanceof ORPCError))
        app.log.warn('a question could not be marked as unanswered', { requestId, error })
    })
}

/**
 * Records a request before it is sent: counts its words, inserts the audit row and the line in the client's access log. Refuses with NOT_SWITCHED_ON,
 * NO_CONSENT, RECORD_INACTIVE and DAILY_LIMIT; nothing is sent then.
 */
async function claimRequest({ app, actor, requestId }: Context, { input, prepared }: Asked): Promise<void> {
  const { settings, sources, sha256, words } = prepared
  const now = app.clock.now()
  await app.db.asActor(actor, async (tx) => {
    await requireSwitchedOn(tx, settings)
    if (input.clientId !== null) await requireConsent(tx, input.clientId, settings)
    await countWords(tx, words, now, settings.wordsPerDay)
    describeChange(tx, {
      after: {
        purpose: input.purpose,
        provider: settings.provider,
        model: settings.endpoint.model,
        sha256,
        words,
        sources: sources.map(({ kind, id }) => `${kind}:${id}`).join(' '),
      },
    })
    await insertAudit(tx, { action: 'ask-assistant', resource: 'client', resourceId: input.clientId, requestId })
    if (input.clientId !== null)
      await tx.run('select def.leave_lines($1, $2, $3, $4)', ['assistant', 'client', [input.clientId], now])
  })
}

/**
 * Checks the consent again and returns while the record is still locked. The endpoint client writes the body in the same turn of the event loop. A
 * withdrawal is therefore confirmed only after the body was sent, or nothing is sent.
 */
function holdConsent({ app, actor }: Context, { input, prepared }: Asked): Promise<void> {
  const { clientId } = input
  if (clientId === null) return Promise.resolve()
  return new Promise((resolve, reject) => {
    app.db
      .asActor(actor, async (tx) => {
        await requireConsent(tx, clientId, prepared.settings)
        resolve()
        await nextTurn()
      })
      .catch(reject)
  })
}

const store = async (context: Context, { input, prepared }: Asked, answer: FinishedAnswer, isComplete: boolean) => {
  // Postgres cannot store lone surrogates.
  const text = answer.text.toWellFormed()
  const sentences =
    prepared.quotable === null
      ? null
      : answer.sentences.map(({ from, to, places }) => ({
          from,
          to,
          places: places.map(({ source, ...place }) => ({ source: sourceAt(prepared, source), ...place })),
        }))
  const words = wordsIn(text)
  const { settings, placeholders } = prepared
  const hidden = [input.question.toWellFormed(), text].flatMap((one) => placeholders.knownIn(one))
  const draftId = await storeAnswer(context, { input, settings, text, sentences, words, isComplete, hidden })
  return { draftId, text, sentences, words, isComplete: true as const }
}

/**
 * Stores the received part of an interrupted answer; without any text, records that the question was not answered. Stores nothing after a withdrawal.
 */
async function storeIncomplete(context: Context, asked: Asked, answer: FinishedAnswer): Promise<void> {
  if (answer.text === '') return leaveUnanswered(context, asked)
  await store(context, asked, answer, false).catch((error: unknown) => {
    if (!(error instanceof ORPCError))
      context.app.log.warn('an incomplete answer could not be stored', { requestId: context.requestId, error })
  })
}

/**
 * Returns the refusal for an answer that did not end normally: NO_LOGIN, WITHDRAWN or OFF by the reason of the abort, or FAILED if it was not
 * aborted.
 */
function endedBy({ aborted, reason }: AbortSignal): unknown {
  if (!aborted) return createRefusal('FAILED', 409, { reason: 'unknown' })
  if ((reason as AnswerEnding) === 'signed-out') return noLogin()
  return createRefusal((reason as AnswerEnding) === 'withdrawn' ? 'WITHDRAWN' : 'OFF', 409)
}

/** Returns the refusal for a failure: a refusal itself, PAUSED during a pause, otherwise FAILED. Logs a failure that becomes FAILED. */
function refusalOf({ app, requestId }: Context, error: unknown): unknown {
  if (error instanceof ORPCError) return error
  if (error instanceof AssistantPaused) return pausedUntil(error.until)
  const isOfEndpoint = error instanceof EndpointFailed || error instanceof Truncated
  const code = error instanceof EndpointFailed ? error.code : 'truncated'
  app.log.warn('an answer failed', { requestId, ...(isOfEndpoint ? { code } : { error }) })
  return createRefusal('FAILED', 409, { reason: isOfEndpoint ? code : 'unknown' })
}

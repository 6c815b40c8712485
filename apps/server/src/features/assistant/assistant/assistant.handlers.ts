import type { ClientId } from '@attune/contract/common/ids'
import { contract } from '@attune/contract'
import type { AssistantSource } from '@attune/contract/features/assistant/assistant/assistant'
import type { AccessedResource, AccessSubject } from '@attune/contract/features/people/access/access'
import { implement } from '@orpc/server'
import type { AppContext } from '../../../platform/app-context.ts'
import { logRead } from '../../../platform/policy/audit-read.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { type AssistantSettings, readAssistantSettings } from '../assistant-setup/assistant-setup.ts'
import { lockAssistantConsent } from '../assistant-consent/assistant-consent.ts'
import {
  deleteAssistantConversation,
  listAssistantConversations,
  readAssistantConversation,
} from './conversation/conversations.ts'
import { findAnswerOfTurn } from './conversation/turns.ts'
import { askEndpoint, repeatAnswer, requireSendable } from './request/ask.ts'
import { acceptDraft, deleteDraft, listAssistantDrafts } from './request/drafts.ts'
import { prepareRequest, previewOf, requestKey } from './request/request.ts'
import { listOfferedSources, listSourceTexts } from './request/sources.ts'
import { findRecordHead, hasSessionWithClient } from './request/sources.queries.ts'
import { findSwitchedOnAt, switchOff, switchOn, countWordsToday } from './assistant.switch.ts'

const on = implement(contract.assistant).$context<Context>()
const done = { done: true } as const

const around = async (app: Pick<AppContext, 'assistant' | 'clock' | 'config' | 'db' | 'providerKeys' | 'secrets'>) => ({
  settings: await readAssistantSettings(app),
  key: requestKey(app),
  now: app.clock.now(),
})

const offerOf = ({ endpoint, ...settings }: AssistantSettings) => ({
  provider: settings.provider,
  providerCountry: settings.providerCountry,
  region: settings.region,
  contractText: settings.contractText,
  model: endpoint.model,
  host: new URL(endpoint.address).host,
  isOwnHost: settings.isOwnHost,
  termsVersion: settings.termsVersion,
})

/** The resource that the access log records for each kind of source. */
const accessOf: Record<AssistantSource['kind'], { resource: AccessedResource; subject: AccessSubject }> = {
  note: { resource: 'note', subject: 'session' },
  entry: { resource: 'journal-entry', subject: 'entry' },
  task: { resource: 'task-answer', subject: 'task' },
  'check-in': { resource: 'task-answer', subject: 'task' },
  message: { resource: 'conversation', subject: 'client' },
}

/** Adds the reads of sources to the access log, each as its own resource. */
async function logSources(context: Context, clientId: ClientId, sources: readonly AssistantSource[]): Promise<void> {
  const kinds = [...new Set(sources.map(({ kind }) => kind))]
  await Promise.all(
    kinds.map((kind) => {
      const ids = sources.flatMap((source) => (source.kind === kind ? [source.id] : []))
      const auditRead = { ...accessOf[kind], ids: () => (kind === 'message' ? [clientId] : ids) }
      return logRead(context, { audited: undefined, auditRead }, { id: ids[0] })
    }),
  )
}

export const assistantHandlers = {
  status: on.status.handler(async ({ context: { app, actor } }) => {
    const { settings, now } = await around(app)
    if (!settings) return { offered: null, switchedOnAt: null, pausedUntil: null, wordsLeft: 0 }
    const [at, used] = await app.db.asActor(actor, (tx) =>
      Promise.all([findSwitchedOnAt(tx, settings.termsVersion), countWordsToday(tx, now)]),
    )
    return {
      offered: offerOf(settings),
      switchedOnAt: at,
      pausedUntil: (await app.assistant.pausedUntil())?.toISOString() ?? null,
      wordsLeft: Math.max(0, settings.wordsPerDay - used),
    }
  }),

  switchOn: on.switchOn.handler(async ({ input, context: { app, actor } }) => {
    const { settings, now } = await around(app)
    await app.db.asActor(actor, (tx) => switchOn(tx, input.termsVersion, settings, now))
    return done
  }),

  switchOff: on.switchOff.handler(async ({ context: { app, actor } }) => {
    await app.db.asActor(actor, switchOff)
    return done
  }),

  sources: on.sources.handler(async ({ input, context: { app, actor } }) => {
    const { settings, now } = await around(app)
    return app.db.asActor(actor, async (tx) => {
      const head = await findRecordHead(tx, input.clientId, now)
      if (!head) throw notFound()
      if (input.sessionId !== undefined && !(await hasSessionWithClient(tx, input.sessionId, head.id))) throw notFound()
      const mayAsk = await lockAssistantConsent(tx, head.id, settings?.termsVersion ?? 0)
      return { name: head.firstName, items: await listOfferedSources(tx, head), mayAsk }
    })
  }),

  source: on.source.handler(async ({ input, context }) => {
    const { app, actor } = context
    const now = app.clock.now()
    const source = await app.db.asActor(actor, async (tx) => {
      const head = await findRecordHead(tx, input.clientId, now)
      if (!head) throw notFound()
      const [found] = await listSourceTexts(tx, head, [input.source])
      if (!found) throw notFound()
      return found
    })
    await logSources(context, input.clientId, [input.source])
    return source
  }),

  preview: on.preview.handler(async ({ input, context }) => {
    const { app, actor } = context
    const given = await around(app)
    const prepared = await app.db.asActor(actor, (tx) => prepareRequest(tx, input, given))
    if (input.clientId !== null && input.sources.length > 0) await logSources(context, input.clientId, input.sources)
    return previewOf(prepared)
  }),

  ask: on.ask.handler(async ({ input, context, signal }) => {
    const { app, actor } = context
    const answered = input.conversation && (await app.db.asActor(actor, (tx) => findAnswerOfTurn(tx, input)))
    if (answered) return repeatAnswer(answered)
    const given = await around(app)
    const prepared = await app.db.asActor(actor, (tx) => prepareRequest(tx, input, given))
    await requireSendable(context, input, prepared)
    return askEndpoint(context, { input, prepared }, signal ?? new AbortController().signal)
  }),

  drafts: operation(on.drafts, async (tx, input, now) => ({
    items: await listAssistantDrafts(tx, input.clientId, now),
  })),

  deleteDraft: operation(on.deleteDraft, async (tx, input) => {
    await deleteDraft(tx, input.id)
    return done
  }),

  accept: operation(on.accept, acceptDraft),

  conversations: operation(on.conversations, async (tx, input, now) => {
    if (input.clientId !== undefined && !(await findRecordHead(tx, input.clientId, now))) throw notFound()
    return listAssistantConversations(tx, input)
  }),

  conversation: operation(on.conversation, readAssistantConversation),

  deleteConversation: operation(on.deleteConversation, async (tx, input) => {
    await deleteAssistantConversation(tx, input.id)
    return done
  }),
}

import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { ById, ClientId, Command, Done, EmptyInput, Id, SessionId } from '../../../common/ids.ts'
import { pageOf, paging } from '../../../common/paging.ts'
import { read, write, writeWith } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { RichText } from '../../../common/rich-text/rich-text.schemas.ts'
import { isStorable } from '../../../common/text/text.ts'
import { Language } from '../../../common/text/text.schemas.ts'
import { assistantMeta } from './assistant.meta.ts'
import { assistantLengths, chosenSourceKinds, maxSources } from './assistant.limits.rules.ts'
import { assistantPurposes, assistantTurnStates, noteForms } from './assistant.rules.ts'
import { Note, NoteText } from '../../care/note/note.ts'

const Purpose = z.enum(assistantPurposes)
const NoteForm = z.enum(noteForms)
const written = (max: number) => z.string().max(max).refine(isStorable, 'UNSTORABLE_TEXT')

/** A part of the record that the therapist chooses. The id of a note is that of its session. */
const Source = z.strictObject({ kind: z.enum(chosenSourceKinds), id: Id })
export type AssistantSource = z.infer<typeof Source>

const OfferedSource = z.strictObject({
  ...Source.shape,
  /** The title of an entry or task, or the first words of a message; empty for a note. */
  title: z.string(),
  /** When the session was, the entry or message was written, the task or check-in was last answered. */
  at: z.string(),
  words: z.number(),
  /** Whether it is newer than the latest session that took place. */
  sinceLastSession: z.boolean(),
})
export type OfferedSource = z.infer<typeof OfferedSource>

/**
 * The therapist's request. Without a client (`clientId` null) only the purposes that rewrite a text that the therapist typed. `edited` is the
 * prompt as the therapist changed it in the preview; null if it was not changed. The same request gives the same bytes.
 */
export const AssistantRequest = z.strictObject({
  /** Made by the browser. */
  id: Id,
  clientId: ClientId.nullable(),
  sessionId: SessionId.nullable(),
  purpose: Purpose,
  /** The form of a note; null for any other purpose. */
  form: NoteForm.nullable(),
  /** The language of the answer. */
  language: Language,
  /** The language into which a text is translated. */
  targetLanguage: Language.optional(),
  keywords: written(assistantLengths.keywords),
  question: written(assistantLengths.question),
  text: written(assistantLengths.text),
  sources: z.array(Source).max(maxSources),
  edited: written(assistantLengths.prompt).nullable(),
  /**
   * The conversation in which a question is asked; its earlier questions and answers go along. The browser makes the id of a new one. The id of
   * the request is then that of the question, and a question is answered once.
   */
  conversation: z.strictObject({ id: Id, isNew: z.boolean() }).optional(),
})
export type AssistantRequest = z.output<typeof AssistantRequest>

const AssistantPreview = z.strictObject({
  /** The text that the product sends along with each request, and the text that the therapist can edit. */
  system: z.string(),
  prompt: z.string(),
  /** The exact body that leaves, and its SHA-256 in hexadecimal digits. */
  body: z.string(),
  sha256: z.string(),
  words: z.number(),
  hidden: z.array(
    z.strictObject({ placeholder: z.string(), kind: z.enum(['client', 'person', 'address', 'number', 'email']) }),
  ),
  /** The names of the record that the edited text contains again. */
  broughtBack: z.array(z.string()),
  /** The question that the product answers itself: then nothing may be sent. */
  fixedAnswer: z.enum(['diagnosis', 'risk']).nullable(),
  /** How many earlier questions with their answers go along, and how many older ones are left out because they would be too long. */
  history: z.strictObject({ included: z.number(), leftOut: z.number() }),
})
export type AssistantPreview = z.infer<typeof AssistantPreview>

/** A sentence of an answer: offsets in its text, and the places of its quotations in the texts of the sources. */
const AnswerSentence = z.strictObject({
  from: z.number(),
  to: z.number(),
  /**
   * Empty: not found in the sources. `source` is null for the keywords; offsets are in the text that `assistant.source` returns, or in the
   * keywords.
   */
  places: z.array(z.strictObject({ source: Source.nullable(), from: z.number(), to: z.number() })),
})

const Answer = z.strictObject({
  /** The stored draft; null for a request that is not about a client. */
  draftId: Id.nullable(),
  text: z.string(),
  /** Null for a purpose that rewrites a text. */
  sentences: z.array(AnswerSentence).nullable(),
  words: z.number(),
  isComplete: z.literal(true),
})
export type AssistantAnswer = z.infer<typeof Answer>

/** An answer that the therapist has neither accepted nor deleted. */
const Draft = z.strictObject({
  id: Id,
  clientId: ClientId,
  sessionId: SessionId.nullable(),
  purpose: Purpose,
  form: NoteForm.nullable(),
  language: Language,
  question: z.string(),
  keywords: z.string(),
  text: z.string(),
  sentences: z.array(AnswerSentence).nullable(),
  model: z.string(),
  at: z.string(),
  /** False for an answer that broke off or was stopped. It cannot be accepted. */
  isComplete: z.boolean(),
})
export type AssistantDraft = z.infer<typeof Draft>

const ConversationSummary = z.strictObject({
  id: Id,
  /** Null for a conversation that is about no client. */
  client: z.strictObject({ id: ClientId, name: z.string() }).nullable(),
  /** The first question. */
  question: z.string(),
  questions: z.number(),
  /** When the last question or answer came. */
  lastAt: z.string(),
})
export type AssistantConversationSummary = z.infer<typeof ConversationSummary>

/** A question of a conversation with its answer. */
const Turn = z.strictObject({
  id: Id,
  question: z.string(),
  language: Language,
  sources: z.array(Source),
  /** Whether the therapist edited the text that was sent. */
  isEdited: z.boolean(),
  /** `failed`: there is no complete answer. */
  state: z.enum(assistantTurnStates),
  /** The answer, or what arrived of it; empty as long as there is none. */
  text: z.string(),
  sentences: z.array(AnswerSentence).nullable(),
  model: z.string(),
  at: z.string(),
})
export type AssistantTurn = z.infer<typeof Turn>

const Conversation = z.strictObject({ ...ConversationSummary.shape, turns: z.array(Turn) })
export type AssistantConversation = z.infer<typeof Conversation>

/** The refusals of a request, before its answer begins. */
const requestRefusals = {
  /** The admin has switched the assistant off, or its settings are incomplete. */
  OFF: { status: 409 },
  /** The therapist has not switched it on for the present terms. */
  NOT_SWITCHED_ON: { status: 409 },
  NO_CONSENT: { status: 409 },
  RECORD_INACTIVE: { status: 409 },
} as const

/** The tables of this feature that a browser can subscribe to. */
export const assistantTables = {
  assistant_drafts: { table: 'assistant_draft', filters: ['client_id'] },
  assistant_conversations: { table: 'assistant_conversation', filters: ['client_id'] },
} as const satisfies RealtimeTables

/** Writing help for therapists. Nothing leaves the product before the therapist has seen it. */
export const assistant = {
  status: read.input(EmptyInput).output(
    z.strictObject({
      /** The admin's setup; null while the assistant is off. */
      offered: z
        .strictObject({
          provider: z.string(),
          providerCountry: z.string(),
          region: z.string(),
          contractText: z.string(),
          model: z.string(),
          host: z.string(),
          isOwnHost: z.boolean(),
          termsVersion: z.number(),
        })
        .nullable(),
      /** When the acting therapist switched it on for these terms; null otherwise. */
      switchedOnAt: z.string().nullable(),
      /** Until when the assistant pauses after failures of the endpoint (row 9.10). */
      pausedUntil: z.string().nullable(),
      /** How many words the therapist can still send and receive today. */
      wordsLeft: z.number(),
    }),
  ),
  /** Switches the assistant on for the acting therapist. Refuses with TERMS_CHANGED if the terms are no longer those of `termsVersion`. */
  switchOn: write
    .input(z.strictObject({ termsVersion: z.int().min(1).max(2_000_000_000), command: Command }))
    .output(Done)
    .errors({ TERMS_CHANGED: { status: 409 } }),
  switchOff: write.input(z.strictObject({ command: Command })).output(Done),
  /**
   * The sources that the therapist can choose from a client's record, the latest first, at most 300. No private entries, nothing of other
   * therapists.
   */
  sources: read.input(z.strictObject({ clientId: ClientId, sessionId: SessionId.optional() })).output(
    z.strictObject({
      /** The client's first name. */
      name: z.string(),
      items: z.array(OfferedSource),
      mayAsk: z.enum(['yes', 'no-consent', 'inactive']),
    }),
  ),
  /** The text of a source, in which a quotation of an answer has its place. */
  source: read
    .input(z.strictObject({ clientId: ClientId, source: Source }))
    .output(z.strictObject({ ...Source.shape, title: z.string(), at: z.string(), text: z.string() })),
  /** Returns the text that a request would send. Sends nothing. */
  preview: read.input(AssistantRequest).output(AssistantPreview).errors(requestRefusals),
  /**
   * Sends the request and streams the words of the answer. The end of the answer is the return value. Refuses, or fails in the middle, with
   * - CHANGED if the bytes are not those of the preview with `sha256`
   * - NAMES if the edited text names people of the record and the therapist has not accepted this
   * - FIXED_ANSWER for a question that the product answers itself
   * - DAILY_LIMIT if the therapist's words of the day are used up
   * - PAUSED after several failures
   * - FAILED if the endpoint fails; what had arrived is kept as an incomplete draft
   * - WITHDRAWN if the client withdraws the consent while the answer streams
   * - ALREADY_ASKED if the question of this id is being answered. A question that was answered gets its answer again, and nothing is sent.
   * - CONVERSATION_FULL if the conversation has as many questions as it can have
   */
  ask: writeWith(assistantMeta.ask)
    .input(
      z.strictObject({
        ...AssistantRequest.shape,
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        acceptsNames: z.boolean(),
      }),
    )
    .output(eventIterator(z.strictObject({ text: z.string() }), Answer))
    .errors({
      ...requestRefusals,
      CHANGED: { status: 409 },
      NAMES: { status: 409, data: z.object({ names: z.array(z.string()) }) },
      FIXED_ANSWER: { status: 409, data: z.object({ question: z.enum(['diagnosis', 'risk']) }) },
      DAILY_LIMIT: { status: 409 },
      PAUSED: { status: 409, data: z.object({ until: z.string() }) },
      FAILED: { status: 409 },
      WITHDRAWN: { status: 409 },
      ALREADY_ASKED: { status: 409 },
      CONVERSATION_FULL: { status: 409 },
    }),
  /** The therapist's conversations with the assistant, the last used first: all, or those about a client. */
  conversations: read
    .input(z.strictObject({ ...paging, clientId: ClientId.optional() }))
    .output(pageOf(ConversationSummary)),
  /** A conversation with its questions and answers, the oldest first. */
  conversation: read.input(ById).output(Conversation),
  /** Deletes a conversation with its questions and answers. */
  deleteConversation: write.input(ById).output(Done),
  /** The drafts about a client that were not accepted, the latest first, at most 50. */
  drafts: read.input(z.strictObject({ clientId: ClientId })).output(z.strictObject({ items: z.array(Draft) })),
  /** Deletes a draft. */
  deleteDraft: write.input(ById).output(Done),
  /**
   * Saves the text, as the therapist has edited it, as the note of a session of the same client, and marks the note as drafted with
   * assistance. The draft is deleted. Repeating the command changes nothing. Refuses with INCOMPLETE, and as `note.save` does.
   */
  accept: write
    .input(
      z.strictObject({
        draftId: Id,
        sessionId: SessionId,
        text: NoteText,
        noteVersion: z.int().min(0),
        command: Command,
      }),
    )
    .output(Note)
    .errors({
      INCOMPLETE: { status: 409 },
      NOTE_CHANGED: {
        status: 409,
        data: z.object({ text: z.string(), content: RichText.nullable(), version: z.int().min(0) }),
      },
      NOTE_SIGNED: { status: 409 },
    }),
}

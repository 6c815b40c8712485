import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import {
  AssistantConversationId,
  AssistantDraftId,
  AssistantTurnId,
  byId,
  ClientId,
  Command,
  Done,
  EmptyInput,
  Id,
  SessionId,
} from '../../../common/ids.ts'
import { pageOf, paging } from '../../../common/paging.ts'
import { read, write, writeWith } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { RichText } from '../../../common/rich-text/rich-text.schemas.ts'
import { isStorable } from '../../../common/text/text.ts'
import { Language } from '../../../common/text/text.schemas.ts'
import { assistantMeta } from './assistant.meta.ts'
import { assistantLengths, chosenSourceKinds, maxSources } from './assistant.limits.rules.ts'
import { assistantPurposes, assistantTurnStates, noteForms } from './assistant.rules.ts'
import { answerFailureReasons } from '../assistant-setup/assistant-setup.rules.ts'
import { Note, NoteText } from '../../care/note/note.ts'

const Purpose = z.enum(assistantPurposes)
const NoteForm = z.enum(noteForms)
const written = (max: number) => z.string().max(max).refine(isStorable, 'UNSTORABLE_TEXT')

/** A part of the record that the therapist chooses as a source. The id of a note is the id of its session. */
const Source = z.strictObject({ kind: z.enum(chosenSourceKinds), id: Id })
export type AssistantSource = z.infer<typeof Source>

/** A part of the record that the therapist can choose as a source. */
const OfferedSource = z.strictObject({
  ...Source.shape,
  /** The title of an entry or task, or the first words of a message; empty for a note. */
  title: z.string(),
  /** The start of the session, the time at which the entry or message was written, or the time of the last answer to the task or check-in. */
  at: z.string(),
  /** The number of words of the text. */
  words: z.number(),
  /** Whether the source is newer than the last completed session. */
  sinceLastSession: z.boolean(),
})
export type OfferedSource = z.infer<typeof OfferedSource>

/**
 * The therapist's request. A field that the purpose does not need is empty. The same request with the same data always produces the same request
 * body, byte for byte.
 */
export const AssistantRequest = z.strictObject({
  /** The id of the request. The browser generates it. */
  id: Id,
  /** Null for a request that is not about a client: a question without sources, or a purpose that rewrites a typed text. */
  clientId: ClientId.nullable(),
  /** The session whose note the answer is for; null if it is for none. */
  sessionId: SessionId.nullable(),
  purpose: Purpose,
  /** The form of a note; null for any other purpose. */
  form: NoteForm.nullable(),
  language: Language,
  /** The language into which a text is translated. */
  targetLanguage: Language.optional(),
  keywords: written(assistantLengths.keywords),
  question: written(assistantLengths.question),
  /** The text to be rewritten. */
  text: written(assistantLengths.text),
  sources: z.array(Source).max(maxSources),
  /** The prompt after the therapist has edited it in the preview; null if unchanged. */
  edited: written(assistantLengths.prompt).nullable(),
  /**
   * The conversation of a question. Its earlier questions and answers are sent too. The browser generates the id of a new conversation. The id of
   * the request is then the id of the question; each question is answered once.
   */
  conversation: z.strictObject({ id: AssistantConversationId, isNew: z.boolean() }).optional(),
})
export type AssistantRequest = z.output<typeof AssistantRequest>

/** The request as it would be sent now. */
const AssistantPreview = z.strictObject({
  /** The system prompt of the product. */
  system: z.string(),
  /** The prompt that the therapist can edit. */
  prompt: z.string(),
  /** The exact request body. */
  body: z.string(),
  /** The SHA-256 of the body in hexadecimal. */
  sha256: z.string(),
  /** The number of words of the prompt. */
  words: z.number(),
  /** The placeholders that replace names and other details in the prompt. */
  hidden: z.array(
    z.strictObject({ placeholder: z.string(), kind: z.enum(['client', 'person', 'address', 'number', 'email']) }),
  ),
  /** The names from the record that the therapist has put back into the prompt by editing it. */
  broughtBack: z.array(z.string()),
  /** Set for a question that the product answers itself. The request must then not be sent. */
  fixedAnswer: z.enum(['diagnosis', 'risk']).nullable(),
  /** The number of earlier questions that are sent with their answers, and of older ones that are omitted because of their length. */
  history: z.strictObject({ included: z.number(), leftOut: z.number() }),
})
export type AssistantPreview = z.infer<typeof AssistantPreview>

const AnswerSentence = z.strictObject({
  /** The offset of its first character in the answer. */
  from: z.number(),
  /** The offset after its last character. */
  to: z.number(),
  /**
   * The places of its quotations in the sources; empty if no source contains them. `source` is null for the keywords. Offsets refer to the text from
   * `assistant.source`, or to the keywords.
   */
  places: z.array(z.strictObject({ source: Source.nullable(), from: z.number(), to: z.number() })),
})

/** A complete answer. */
const Answer = z.strictObject({
  /** The stored draft; null for a request that is not about a client. */
  draftId: AssistantDraftId.nullable(),
  text: z.string(),
  /** Null for a purpose that rewrites a text. */
  sentences: z.array(AnswerSentence).nullable(),
  /** The number of words of the answer. */
  words: z.number(),
  isComplete: z.literal(true),
})
export type AssistantAnswer = z.infer<typeof Answer>

/** An answer that the therapist has neither accepted nor deleted. */
const Draft = z.strictObject({
  id: AssistantDraftId,
  clientId: ClientId,
  /** The session whose note the answer is for; null if it is for none. */
  sessionId: SessionId.nullable(),
  purpose: Purpose,
  /** The form of a note; null for any other purpose. */
  form: NoteForm.nullable(),
  language: Language,
  /** Empty unless the request was a question. */
  question: z.string(),
  /** The keywords of the request; empty if it had none. */
  keywords: z.string(),
  text: z.string(),
  /** Null for a purpose that rewrites a text. */
  sentences: z.array(AnswerSentence).nullable(),
  /** The name of the model that answered. */
  model: z.string(),
  /** The time of the answer. */
  at: z.string(),
  /** False for an answer that is truncated or was stopped. Such a draft cannot be accepted. */
  isComplete: z.boolean(),
})
export type AssistantDraft = z.infer<typeof Draft>

/** A conversation in the list. */
const ConversationSummary = z.strictObject({
  id: AssistantConversationId,
  /** Null for a conversation that is not about a client. */
  client: z.strictObject({ id: ClientId, name: z.string() }).nullable(),
  /** The text of the first question. */
  question: z.string(),
  /** The number of questions. */
  questions: z.number(),
  /** The time of the last question or answer. */
  lastAt: z.string(),
})
export type AssistantConversationSummary = z.infer<typeof ConversationSummary>

/** A question of a conversation with its answer. */
const Turn = z.strictObject({
  id: AssistantTurnId,
  question: z.string(),
  language: Language,
  /** The sources that the therapist chose. */
  sources: z.array(Source),
  /** Whether the therapist edited the prompt that was sent. */
  isEdited: z.boolean(),
  /** `failed`: the answer is incomplete or missing. */
  state: z.enum(assistantTurnStates),
  /** The answer or, if it is incomplete, the part that arrived; empty if there is none. */
  text: z.string(),
  /** Null if the answer is incomplete or missing. */
  sentences: z.array(AnswerSentence).nullable(),
  /** The name of the model. */
  model: z.string(),
  /** The time of the question. */
  at: z.string(),
})
export type AssistantTurn = z.infer<typeof Turn>

const Conversation = z.strictObject({ ...ConversationSummary.shape, turns: z.array(Turn) })
export type AssistantConversation = z.infer<typeof Conversation>

/** The refusals of a request. They occur before the answer begins. */
const requestRefusals = {
  /** The admin has switched the assistant off, or its settings are incomplete. */
  OFF: { status: 409 },
  /** The therapist has not switched the assistant on since the terms last changed. */
  NOT_SWITCHED_ON: { status: 409 },
  NO_CONSENT: { status: 409 },
  RECORD_INACTIVE: { status: 409 },
} as const

/** The tables of this feature that a browser can subscribe to. */
export const assistantTables = {
  assistant_drafts: { table: 'assistant_draft', filters: ['client_id'] },
  assistant_conversations: { table: 'assistant_conversation', filters: ['client_id'] },
} as const satisfies RealtimeTables

/** Procedures that help a therapist to write. Nothing is sent to the endpoint before the therapist has seen it. */
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
      /** The time at which the caller switched the assistant on under the current terms; null if the caller has not. */
      switchedOnAt: z.string().nullable(),
      /** The end of a pause after failures of the endpoint; null if there is none (row 9.10). */
      pausedUntil: z.string().nullable(),
      /** The number of words that the therapist can still send and receive today. */
      wordsLeft: z.number(),
    }),
  ),
  /** Switches the assistant on for the caller. Refuses with TERMS_CHANGED if `termsVersion` is not the current version. */
  switchOn: write
    .input(z.strictObject({ termsVersion: z.int().min(1).max(2_000_000_000), command: Command }))
    .output(Done)
    .errors({ TERMS_CHANGED: { status: 409 } }),
  switchOff: write.input(z.strictObject({ command: Command })).output(Done),
  /**
   * The parts of a client's record that the therapist can choose as sources, newest first, at most 300. Excludes private journal entries and data
   * of other therapists.
   */
  sources: read.input(z.strictObject({ clientId: ClientId, sessionId: SessionId.optional() })).output(
    z.strictObject({
      /** The client's first name. */
      name: z.string(),
      items: z.array(OfferedSource),
      mayAsk: z.enum(['yes', 'no-consent', 'inactive']),
    }),
  ),
  /** The text of a source, to which the offsets of quotations refer. */
  source: read
    .input(z.strictObject({ clientId: ClientId, source: Source }))
    .output(z.strictObject({ ...Source.shape, title: z.string(), at: z.string(), text: z.string() })),
  /** Returns the content of a request. Sends nothing to the endpoint. */
  preview: read.input(AssistantRequest).output(AssistantPreview).errors(requestRefusals),
  /**
   * Sends the request and streams the text of the answer. The return value contains the result. Refuses, or fails during the stream, with:
   * - CHANGED if the request body differs from the body of the preview, whose hash is `sha256`
   * - NAMES if the edited text contains names of people in the record and the therapist has not accepted this
   * - FIXED_ANSWER for a question that the product answers itself
   * - DAILY_LIMIT if the therapist has used up the words of the day
   * - PAUSED after several failures
   * - FAILED with the reason if the endpoint fails; the text so far is stored as an incomplete draft
   * - WITHDRAWN if the client withdraws the consent during the stream
   * - ALREADY_ASKED if the question with this id is being answered. For a question that was answered, returns the stored answer and sends nothing.
   * - CONVERSATION_FULL if the conversation has the maximum number of questions
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
      FAILED: { status: 409, data: z.object({ reason: z.enum(answerFailureReasons) }) },
      WITHDRAWN: { status: 409 },
      ALREADY_ASKED: { status: 409 },
      CONVERSATION_FULL: { status: 409 },
    }),
  /** The therapist's conversations with the assistant, most recently used first: all of them, or those about a client. */
  conversations: read
    .input(z.strictObject({ ...paging, clientId: ClientId.optional() }))
    .output(pageOf(ConversationSummary)),
  /** A conversation with its questions and answers, oldest first. */
  conversation: read.input(byId(AssistantConversationId)).output(Conversation),
  /** Deletes a conversation with its questions and answers. */
  deleteConversation: write.input(byId(AssistantConversationId)).output(Done),
  /** The drafts about a client that were not accepted, newest first, at most 50. */
  drafts: read.input(z.strictObject({ clientId: ClientId })).output(z.strictObject({ items: z.array(Draft) })),
  deleteDraft: write.input(byId(AssistantDraftId)).output(Done),
  /**
   * Saves the draft, as edited by the therapist, as the note of a session with the same client. Marks the note as drafted with assistance and
   * deletes the draft. Repeating the command changes nothing. Refuses with INCOMPLETE, and like `note.save`.
   */
  accept: write
    .input(
      z.strictObject({
        draftId: AssistantDraftId,
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

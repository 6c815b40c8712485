import { z } from 'zod'
import {
  AddendumId,
  byId,
  ClientId,
  Command,
  Done,
  EmptyInput,
  NoteTemplateId,
  SessionId,
} from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { requiredText, text as shortText } from '../../../common/text/text.schemas.ts'
import { isStorable } from '../../../common/text/text.ts'
import { limitRefusal } from '../../../common/refusals.ts'
import { pageOf, paging } from '../../../common/paging.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { imageIdsOf } from '../../../common/rich-text/rich-text.ts'
import { RichText, richTextUpTo } from '../../../common/rich-text/rich-text.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { noteMaximum, noteStates, noteTemplateLimits, sessionTextMaximum } from './note.rules.ts'
import { sessionTextKinds } from '../../schedule/session/session.rules.ts'
import { Instant } from '../../../common/time/time.schemas.ts'
import { Session, SessionFormat, SessionText, TherapyType } from '../../schedule/session/session.schemas.ts'

/**
 * Text that is not trimmed, because spaces and empty lines at its start and end must not disappear while the therapist
 * writes.
 */
const body = (max: number) => z.string().max(max).refine(isStorable, 'UNSTORABLE_TEXT')
const Version = z.int().min(0)

/** A plain text, or a document if the text is formatted. A document without formatting is stored as plain text. Notes contain no images. */
const textOrDocument = (max: number) =>
  z.union([body(max), richTextUpTo(max).refine((doc) => imageIdsOf(doc).length === 0, 'IMAGE')])
export const NoteText = textOrDocument(noteMaximum)
export type NoteText = z.infer<typeof NoteText>

/** A written text: the plain text, and the document if the text is formatted. */
const Written = { text: z.string(), content: RichText.nullable() }

/** The therapist's own note on a session. No client can read it. */
export const Note = z.strictObject({
  sessionId: SessionId,
  ...Written,
  /** The version of the note: 0 before the first save, incremented by each save. A save sends the version on which the new text is based. */
  version: Version,
  /** The time of the last save; null before the first. */
  updatedAt: z.string().nullable(),
  /** Null until the note is signed. */
  signedAt: z.string().nullable(),
  /** The additions to a signed note, oldest first. */
  addenda: z.array(z.strictObject({ id: AddendumId, text: z.string(), at: z.string() })),
  /** The text that the assistant drafted, its model, and when the therapist accepted it; null for a note without assistance. */
  assistance: z.strictObject({ draftedText: z.string(), model: z.string(), at: z.string() }).nullable(),
})
export type Note = z.infer<typeof Note>

/** The therapist's own note about a client, which belongs to no session. No client can read it. */
export const ClientNote = z.strictObject({
  clientId: ClientId,
  ...Written,
  /** The version of the note: 0 before the first save, incremented by each save. */
  version: Version,
  /** The time of the last save; null before the first. */
  updatedAt: z.string().nullable(),
})
export type ClientNote = z.infer<typeof ClientNote>

/** A session, as it describes its note in a list of a client's notes. */
const SessionFacts = {
  sessionId: SessionId,
  startsAt: z.string(),
  format: SessionFormat,
  therapyType: TherapyType,
  /** The number of the session among the completed sessions with this client, starting at 1; null if it was not completed. */
  place: z.number().nullable(),
  updatedAt: z.string(),
  signedAt: z.string().nullable(),
}
const NoteSummary = z.strictObject({ ...SessionFacts, excerpt: z.string() })
export type NoteSummary = z.infer<typeof NoteSummary>
const Addendum = z.strictObject({ id: AddendumId, text: z.string(), at: z.string() })
const WholeNote = z.strictObject({ ...SessionFacts, ...Written, addenda: z.array(Addendum) })
export type WholeNote = z.infer<typeof WholeNote>

/** Filters the notes on sessions with a client. Without fields, all notes match. */
const NotesOfClient = z.strictObject({
  clientId: ClientId,
  /** Without it, notes in any state match. */
  state: z.enum(noteStates).optional(),
  /** Words that the note or one of its addenda must contain. Each matches the beginning of a word. */
  search: z.string().max(200).optional(),
  /** The start of the period. */
  from: Instant.optional(),
  /** The end of the period, exclusive. */
  until: Instant.optional(),
  ...paging,
})

/** The therapist's own template: headings, each with a hint of what to write below it. */
export const NoteTemplate = z.strictObject({
  id: NoteTemplateId,
  name: requiredText(noteTemplateLimits.name),
  fields: z
    .array(
      z.strictObject({
        heading: requiredText(noteTemplateLimits.heading),
        hint: shortText(noteTemplateLimits.hint),
      }),
    )
    .min(1)
    .max(noteTemplateLimits.fields),
})
export type NoteTemplate = z.infer<typeof NoteTemplate>

/** A past session whose note is missing or not signed. `begun` is true if the note has text. */
const SessionToWrite = z.strictObject({ session: Session, begun: z.boolean() })
export type SessionToWrite = z.infer<typeof SessionToWrite>

/** The number of notes in the queue of `note.queue`. */
export const NoteCounts = z.strictObject({ toWrite: z.number() })

/** The refusal of a save if the text has changed since the version that the save is based on. Contains the current text and version. */
const CHANGED = { NOTE_CHANGED: { status: 409, data: z.object({ ...Written, version: Version }) } } as const
/** Like `CHANGED`, for objectives and next steps, which are plain text. */
const TEXT_CHANGED = { NOTE_CHANGED: { status: 409, data: z.object({ text: z.string(), version: Version }) } } as const
const SIGNED = { NOTE_SIGNED: { status: 409 } } as const

/** The tables of this feature that a browser can subscribe to. */
export const noteTables = {
  session_texts: { table: 'session_text', filters: ['id', 'session_id', 'therapist_id'] },
  session_text_shares: { table: 'session_text_share', filters: ['text_id', 'client_id', 'therapist_id'] },
} as const satisfies RealtimeTables

export const note = {
  open: read.input(z.strictObject({ sessionId: SessionId })).output(Note),
  save: write
    .input(z.strictObject({ sessionId: SessionId, text: NoteText, version: Version }))
    .output(z.strictObject({ version: Version, updatedAt: z.string() }))
    .errors({ ...CHANGED, ...SIGNED }),
  /**
   * Signs the note, which locks its text permanently. Later additions are stored as addenda. Refuses with NOTE_CHANGED and the current text, and with
   * EMPTY if the note has no text.
   */
  sign: write
    .input(z.strictObject({ sessionId: SessionId, command: Command, version: Version }))
    .output(Note)
    .errors({ ...CHANGED, EMPTY: { status: 409 } }),
  addendum: write
    .input(z.strictObject({ id: AddendumId, sessionId: SessionId, text: requiredText(noteMaximum) }))
    .output(Note)
    .errors({ NOT_SIGNED: { status: 409 } }),
  /** Earlier texts of the note, latest first, at most 100. */
  history: read
    .input(z.strictObject({ sessionId: SessionId }))
    .output(z.strictObject({ items: z.array(z.strictObject({ at: z.string(), ...Written })) })),
  /**
   * The queue of notes to write, oldest first: every note that is not signed, and sessions without a note that were planned in Attune and belong to
   * the last 90 days, or were recorded afterwards, as by an import, and belong to the last 30 days. `total` counts all of them.
   */
  queue: read
    .input(z.strictObject(paging))
    .output(z.strictObject({ ...pageOf(SessionToWrite).shape, total: z.number() })),
  counts: read.input(EmptyInput).output(NoteCounts),
  /**
   * Sets the time from which sessions without a note are in the queue; null for no limit. Returns the time that applied before, with which the caller
   * undoes the change.
   */
  setNeededFrom: write
    .input(z.strictObject({ neededFrom: Instant.nullable() }))
    .output(z.strictObject({ neededBefore: z.string().nullable() })),
  /**
   * The notes on all sessions with a client that have text, latest session first. `aboutClient`: whether the note about the client has text and
   * matches the search.
   */
  ofClient: read
    .input(NotesOfClient)
    .output(z.strictObject({ ...pageOf(NoteSummary).shape, aboutClient: z.boolean() })),
  /** Returns the notes on a client's sessions in full, for printing, at most 20 per call. */
  printOfClient: read
    .input(NotesOfClient.extend({ limit: z.int().min(1).max(20).default(20) }))
    .output(pageOf(WholeNote)),
  /** The latest note with text on an earlier session with the same people; null if there is none. */
  previous: read
    .input(z.strictObject({ sessionId: SessionId }))
    .output(
      z.strictObject({ note: z.strictObject({ sessionId: SessionId, startsAt: z.string(), ...Written }).nullable() }),
    ),
  openClient: read.input(z.strictObject({ clientId: ClientId })).output(ClientNote),
  /** Saves the note about a client. A client record form that was opened earlier does not overwrite it. */
  saveClient: write
    .input(z.strictObject({ clientId: ClientId, text: textOrDocument(textLengths.clientNotes), version: Version }))
    .output(z.strictObject({ version: Version, updatedAt: z.string() }))
    .errors(CHANGED),
  /** The therapist's own templates, sorted by name. */
  templates: read.input(EmptyInput).output(z.strictObject({ items: z.array(NoteTemplate) })),
  /** Creates a template. A repeated call with the same id and content changes nothing. Refuses with LIMIT_REACHED. */
  createTemplate: write.input(NoteTemplate).output(NoteTemplate).errors(limitRefusal),
  editTemplate: write.input(NoteTemplate).output(NoteTemplate),
  /** Deletes a template. Existing notes based on it do not change. */
  deleteTemplate: write.input(byId(NoteTemplateId)).output(Done),
  /** Saves objectives or next steps. If the text is shared, clients see each later save at once. */
  saveText: write
    .input(
      z.strictObject({
        sessionId: SessionId,
        kind: z.enum(sessionTextKinds),
        text: body(sessionTextMaximum),
        version: Version,
      }),
    )
    .output(SessionText)
    .errors(TEXT_CHANGED),
  shareText: write
    .input(z.strictObject({ sessionId: SessionId, kind: z.enum(sessionTextKinds), shared: z.boolean() }))
    .output(SessionText),
}

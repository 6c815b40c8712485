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
import { participantLimits, sessionTextKinds } from '../../schedule/session/session.rules.ts'
import { SessionNoteState } from '../../people/client/client.overview.ts'
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

/**
 * Names a part of the note of a session: the part about one client, or without `clientId` the shared part, about the session as a whole. The note of
 * a session with one client has only the part about that client, which is then also the part without `clientId`.
 */
const Part = { sessionId: SessionId, clientId: ClientId.optional() }

/** A part of the therapist's own note on a session. No client can read it. */
export const Note = z.strictObject({
  sessionId: SessionId,
  /** The client whom the part is about; null for the shared part. */
  clientId: ClientId.nullable(),
  ...Written,
  /** The version of the note: 0 before the first save, incremented by each save. A save sends the version on which the new text is based. */
  version: Version,
  /** The time of the last save; null before the first. */
  updatedAt: z.string().nullable(),
  /** Null until the note is signed. */
  signedAt: z.string().nullable(),
  /** The additions to a signed note, oldest first. */
  addenda: z.array(z.strictObject({ id: AddendumId, text: z.string(), at: z.string() })),
  /** The text that the assistant drafted, its model, and the time at which the therapist accepted it; null for a note without assistance. */
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

/** The facts about a session, and the times of its note, that a list of a client's notes shows. */
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
const PartFacts = {
  /** Whether the part is the shared part of the note on a session with several clients. */
  isShared: z.boolean(),
  /** The names of the other clients of the session whom a shared part is about too; empty for a part about the client. */
  others: z.array(z.string()),
}
const NoteSummary = z.strictObject({ ...SessionFacts, ...PartFacts, excerpt: z.string() })
export type NoteSummary = z.infer<typeof NoteSummary>
const Addendum = z.strictObject({ id: AddendumId, text: z.string(), at: z.string() })
const WholeNote = z.strictObject({ ...SessionFacts, ...PartFacts, ...Written, addenda: z.array(Addendum) })
export type WholeNote = z.infer<typeof WholeNote>

/** Filters the notes on sessions with a client. Without fields, all notes match. */
const NotesOfClient = z.strictObject({
  clientId: ClientId,
  /** The state of the notes. Without `state`, notes in any state match. */
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

/**
 * A past session of which a part of the note is missing or not signed. `begun` is true if such a part has text. `clientIds`: the clients whose part
 * must be written or signed; empty if only the shared part must be signed.
 */
const SessionToWrite = z.strictObject({ session: Session, begun: z.boolean(), clientIds: z.array(ClientId) })
export type SessionToWrite = z.infer<typeof SessionToWrite>

/**
 * The number of notes to write: the parts about clients in `note.queue`, and the shared parts of sessions in which no part about a client is in the
 * queue.
 */
export const NoteCounts = z.strictObject({ toWrite: z.number() })

/** The refusal of a save if the text has changed since the version that the save is based on. Contains the current text and version. */
const CHANGED = { NOTE_CHANGED: { status: 409, data: z.object({ ...Written, version: Version }) } } as const
/** Like `CHANGED`, for objectives and next steps, which are plain text. */
const TEXT_CHANGED = { NOTE_CHANGED: { status: 409, data: z.object({ text: z.string(), version: Version }) } } as const
/** Like `CHANGED`, and names the part. */
const PART_CHANGED = {
  NOTE_CHANGED: { status: 409, data: z.object({ ...Written, version: Version, clientId: ClientId.nullable() }) },
} as const
const EMPTY = { EMPTY: { status: 409 } } as const
const SIGNED = { NOTE_SIGNED: { status: 409 } } as const

/** The tables of this feature that a browser can subscribe to. */
export const noteTables = {
  session_texts: { table: 'session_text', filters: ['id', 'session_id', 'therapist_id'] },
  session_text_shares: { table: 'session_text_share', filters: ['text_id', 'client_id', 'therapist_id'] },
} as const satisfies RealtimeTables

export const note = {
  open: read.input(z.strictObject(Part)).output(Note),
  /**
   * All parts of the note of a session, also those without text: the shared part first, then one for each client of the session in the order of
   * their names. With `clientId`, only the shared part and the part about that client. A session with one client has one part.
   */
  parts: read.input(z.strictObject(Part)).output(z.strictObject({ sessionId: SessionId, parts: z.array(Note) })),
  save: write
    .input(z.strictObject({ ...Part, text: NoteText, version: Version }))
    .output(z.strictObject({ version: Version, updatedAt: z.string() }))
    .errors({ ...CHANGED, ...SIGNED }),
  /**
   * Signs the note, which locks its text permanently. Later additions are stored as addenda. Refuses with NOTE_CHANGED and the current text, and with
   * EMPTY if the note has no text.
   */
  sign: write
    .input(z.strictObject({ ...Part, command: Command, version: Version }))
    .output(Note)
    .errors({ ...CHANGED, ...EMPTY }),
  /**
   * Signs all parts with text that are not signed, with the same time. `parts` contains the version of each part that the therapist saw. Refuses with
   * NOTE_CHANGED and the part if a part with text is not in `parts` or has another version, and with EMPTY if no part has text.
   */
  signAll: write
    .input(
      z.strictObject({
        sessionId: SessionId,
        command: Command,
        parts: z
          .array(z.strictObject({ clientId: ClientId.nullable(), version: Version }))
          .min(1)
          .max(participantLimits.group[1] + 1),
      }),
    )
    .output(z.strictObject({ sessionId: SessionId, parts: z.array(Note) }))
    .errors({ ...PART_CHANGED, ...EMPTY }),
  addendum: write
    .input(z.strictObject({ ...Part, id: AddendumId, text: requiredText(noteMaximum) }))
    .output(Note)
    .errors({ NOT_SIGNED: { status: 409 } }),
  /** Earlier texts of the note, latest first, at most 100. */
  history: read
    .input(z.strictObject(Part))
    .output(z.strictObject({ items: z.array(z.strictObject({ at: z.string(), ...Written })) })),
  /**
   * The queue of notes to write, oldest first: every part with text that is not signed, and sessions without a note that were planned in Attune and
   * belong to the last 90 days, or were recorded afterwards, for example by an import, and belong to the last 30 days. In a session with several
   * clients, each client who attended needs a part until a part is signed. `total` counts as `note.counts` does.
   */
  queue: read
    .input(z.strictObject(paging))
    .output(z.strictObject({ ...pageOf(SessionToWrite).shape, total: z.number() })),
  counts: read.input(EmptyInput).output(NoteCounts),
  /**
   * The state of the note on each of these sessions, one state for all its parts: 'begun' if a part with text is not signed. Omits sessions of other
   * therapists.
   */
  states: read
    .input(z.strictObject({ sessionIds: z.array(SessionId).max(200) }))
    .output(z.strictObject({ items: z.array(z.strictObject({ sessionId: SessionId, state: SessionNoteState })) })),
  /**
   * Sets the time from which sessions without a note are in the queue; null for no limit. Returns the time that applied before. To undo the change,
   * the caller sets that earlier time again.
   */
  setNeededFrom: write
    .input(z.strictObject({ neededFrom: Instant.nullable() }))
    .output(z.strictObject({ neededBefore: z.string().nullable() })),
  /**
   * The parts about a client and the shared parts of all sessions with the client that have text, latest session first. `aboutClient`: whether the
   * note about the client has text and matches the search.
   */
  ofClient: read
    .input(NotesOfClient)
    .output(z.strictObject({ ...pageOf(NoteSummary).shape, aboutClient: z.boolean() })),
  /** Returns the parts about a client in full, for printing, at most 20 per call; with `withShared`, also the shared parts. */
  printOfClient: read
    .input(NotesOfClient.extend({ limit: z.int().min(1).max(20).default(20), withShared: z.boolean().default(false) }))
    .output(pageOf(WholeNote)),
  /**
   * The latest part with text about the same client in an earlier session, or the latest shared part with text of an earlier session with the same
   * people; null if there is none.
   */
  previous: read
    .input(z.strictObject(Part))
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

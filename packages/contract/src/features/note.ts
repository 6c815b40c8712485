import { z } from 'zod'
import { Id, EmptyInput, Command } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { requiredText } from '../common/text.schemas.ts'
import { isStorable } from '../common/text.ts'
import type { RealtimeTables } from '../common/realtime.ts'
import { sessionTextMaximum, noteMaximum } from './note.rules.ts'
import { sessionTextKinds } from './session.rules.ts'
import { SessionText, Session } from './session.schemas.ts'

/**
 * Text that is not trimmed, because spaces and empty lines at its start and end must not disappear while the therapist
 * writes.
 */
const body = (max: number) => z.string().max(max).refine(isStorable, 'UNSTORABLE_TEXT')
const Version = z.int().min(0)

/** The therapist's own note on a session. No client can read it. */
export const Note = z.strictObject({
  sessionId: Id,
  text: z.string(),
  /** The version of the note: 0 before the first save, increased by each save. A save sends the version that the new text is based on. */
  version: Version,
  updatedAt: z.string().nullable(),
  signedAt: z.string().nullable(),
  addenda: z.array(z.strictObject({ id: Id, text: z.string(), at: z.string() })),
  /** The text that the assistant drafted, its model, and when the therapist accepted it; null for a note without assistance. */
  assistance: z.strictObject({ draftedText: z.string(), model: z.string(), at: z.string() }).nullable(),
})
export type Note = z.infer<typeof Note>

/** The refusal of a save if the text has changed since the version that the save is based on. Contains the current text and version. */
const CHANGED = { NOTE_CHANGED: { status: 409, data: z.object({ text: z.string(), version: Version }) } } as const
const SIGNED = { NOTE_SIGNED: { status: 409 } } as const

/** The tables of this feature that a browser can subscribe to. */
export const noteTables = {
  session_texts: { table: 'session_text', filters: ['id', 'session_id', 'therapist_id'] },
  session_text_shares: { table: 'session_text_share', filters: ['text_id', 'client_id', 'therapist_id'] },
} as const satisfies RealtimeTables

export const note = {
  open: procedure.input(z.strictObject({ sessionId: Id })).output(Note),
  save: procedure
    .input(z.strictObject({ sessionId: Id, text: body(noteMaximum), version: Version }))
    .output(z.strictObject({ version: Version, updatedAt: z.string() }))
    .errors({ ...CHANGED, ...SIGNED }),
  /** Signs the note, which locks its text permanently. Later additions are stored as addenda. */
  sign: procedure
    .input(z.strictObject({ sessionId: Id, command: Command, version: Version }))
    .output(Note)
    .errors({ ...CHANGED, EMPTY: { status: 409 } }),
  addendum: procedure
    .input(z.strictObject({ id: Id, sessionId: Id, text: requiredText(noteMaximum) }))
    .output(Note)
    .errors({ NOT_SIGNED: { status: 409 } }),
  /** Earlier texts of the note, the latest first, at most 100. */
  history: procedure
    .input(z.strictObject({ sessionId: Id }))
    .output(z.strictObject({ items: z.array(z.strictObject({ at: z.string(), text: z.string() })) })),
  /**
   * Sessions of the last 90 days without a signed note, the latest first, at most 20: completed sessions, and booked sessions that have
   * ended but are not marked as completed yet. `begun` is true if the note has text.
   */
  toWrite: procedure
    .input(EmptyInput)
    .output(z.strictObject({ items: z.array(z.strictObject({ session: Session, begun: z.boolean() })) })),
  /** Saves objectives or next steps. If the text is shared, clients see each later save at once. */
  saveText: procedure
    .input(
      z.strictObject({
        sessionId: Id,
        kind: z.enum(sessionTextKinds),
        text: body(sessionTextMaximum),
        version: Version,
      }),
    )
    .output(SessionText)
    .errors(CHANGED),
  shareText: procedure
    .input(z.strictObject({ sessionId: Id, kind: z.enum(sessionTextKinds), shared: z.boolean() }))
    .output(SessionText),
}

import { z } from 'zod'
import { Command, Id, Nothing } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { isStorable, requiredText } from '../common/text.ts'
import { Session, SessionText, textKinds } from './session.shapes.ts'

export const noteMaximum = 50_000
export const sessionTextMaximum = 10_000
/** As it was typed: spaces and empty lines at the ends are kept while somebody writes. */
const body = (max: number) => z.string().max(max).refine(isStorable, 'UNSTORABLE_TEXT')
const Version = z.int().min(0)

/** The therapist's own note on a session. No client can read it. */
export const Note = z.strictObject({
  sessionId: Id,
  text: z.string(),
  /** 0 before the first save; each save names the one that it was written on. */
  version: Version,
  updatedAt: z.string().nullable(),
  signedAt: z.string().nullable(),
  addenda: z.array(z.strictObject({ id: Id, text: z.string(), at: z.string() })),
})
export type Note = z.infer<typeof Note>

/** Somebody has saved in between: what stands now. */
const CHANGED = { NOTE_CHANGED: { status: 409, data: z.object({ text: z.string(), version: Version }) } } as const
const SIGNED = { NOTE_SIGNED: { status: 409 } } as const

export const note = {
  open: procedure.input(z.strictObject({ sessionId: Id })).output(Note),
  save: procedure
    .input(z.strictObject({ sessionId: Id, text: body(noteMaximum), version: Version }))
    .output(z.strictObject({ version: Version, updatedAt: z.string() }))
    .errors({ ...CHANGED, ...SIGNED }),
  /** Locks the note for ever; what comes later is an addendum. */
  sign: procedure
    .input(z.strictObject({ sessionId: Id, command: Command, version: Version }))
    .output(Note)
    .errors({ ...CHANGED, EMPTY: { status: 409 } }),
  addendum: procedure
    .input(z.strictObject({ id: Id, sessionId: Id, text: requiredText(noteMaximum) }))
    .output(Note)
    .errors({ NOT_SIGNED: { status: 409 } }),
  /** Earlier texts, newest first, at most 100. */
  history: procedure
    .input(z.strictObject({ sessionId: Id }))
    .output(z.strictObject({ items: z.array(z.strictObject({ at: z.string(), text: z.string() })) })),
  /** Sessions of the last 90 days that took place and have no signed note, latest first, at most 20. */
  toWrite: procedure
    .input(Nothing)
    .output(z.strictObject({ items: z.array(z.strictObject({ session: Session, begun: z.boolean() })) })),
  /** Objectives and next steps. Shared is a live view: what is saved later is seen at once. */
  saveText: procedure
    .input(z.strictObject({ sessionId: Id, kind: z.enum(textKinds), text: body(sessionTextMaximum), version: Version }))
    .output(SessionText)
    .errors(CHANGED),
  shareText: procedure
    .input(z.strictObject({ sessionId: Id, kind: z.enum(textKinds), shared: z.boolean() }))
    .output(SessionText),
}

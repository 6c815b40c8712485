import { z } from 'zod'
import { ClientId, Done, FileId, type IdOf, idOf } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { heldRefusal, limitRefusal } from '../../../common/refusals.ts'
import { requiredText } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { File } from '../../care/file/file.ts'
import { custodyNoteLimits } from './guardian.rules.ts'

export const CustodyNoteId = idOf<'custody-note'>()
export type CustodyNoteId = IdOf<'custody-note'>

/** A note of the therapist about the custody of a client. */
export const CustodyNote = z.strictObject({
  id: CustodyNoteId,
  /** The day of the note, which the therapist chooses. */
  notedOn: Day,
  text: requiredText(custodyNoteLimits.text),
  file: File.nullable(),
  version: z.int(),
})
export type CustodyNote = z.infer<typeof CustodyNote>

const NoteOf = { clientId: ClientId, id: CustodyNoteId }

/** Procedures with which a therapist notes who decides what for a client. Neither the client nor a guardian learns that such a note exists. */
export const guardianCustody = {
  /** The custody notes of a client, those of the latest day first. */
  custodyNotes: read
    .input(z.strictObject({ clientId: ClientId }))
    .output(z.strictObject({ items: z.array(CustodyNote) })),
  /**
   * Adds a note (`version` 0) or changes one. The file is one that the therapist has uploaded. Repeating the call changes nothing. Refuses with
   * CHANGED and the current note, with FILE_REFUSED and with LIMIT_REACHED.
   */
  saveCustodyNote: write
    .input(
      z.strictObject({
        ...NoteOf,
        version: z.int().min(0).max(2_000_000_000),
        notedOn: Day,
        text: requiredText(custodyNoteLimits.text),
        fileId: FileId.nullable(),
      }),
    )
    .output(CustodyNote)
    .errors({
      CHANGED: { status: 409, data: CustodyNote },
      FILE_REFUSED: { status: 409, data: z.object({ id: FileId }) },
      ...limitRefusal,
    }),
  /** Deletes a custody note. Refuses with NOT_FOUND, and with HELD while the record has a legal hold. */
  removeCustodyNote: write.input(z.strictObject(NoteOf)).output(Done).errors(heldRefusal),
}

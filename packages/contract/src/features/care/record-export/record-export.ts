import { z } from 'zod'
import { ClientId } from '../../../common/ids.ts'
import { read } from '../../../common/procedure.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { recordExportFormats, recordParts } from './record-export.rules.ts'

/** The parts of a client's record to export, and the period. Both days are included and in the therapist's time zone; null means no limit. */
export const RecordExportOrder = z
  .strictObject({
    clientId: ClientId,
    as: z.enum(recordExportFormats),
    parts: z.array(z.enum(recordParts)).min(1).max(recordParts.length),
    from: Day.nullable(),
    until: Day.nullable(),
  })
  .refine(({ parts }) => new Set(parts).size === parts.length, { error: 'TWICE', path: ['parts'] })
  .refine(({ from, until }) => !from || !until || from <= until, { error: 'ORDER', path: ['until'] })
export type RecordExportOrder = z.output<typeof RecordExportOrder>

export const recordExport = {
  /**
   * Returns the URL of an export, valid once and for one minute. Each call adds a line to the client's access log and an audit row. Refuses with
   * BUSY while the caller, or too many other people, export a PDF. Refuses with TOO_MANY after 60 exports within an hour.
   */
  start: read
    .input(RecordExportOrder)
    .output(z.strictObject({ url: z.string(), expiresAt: z.string() }))
    .errors({ BUSY: { status: 409 } }),
}

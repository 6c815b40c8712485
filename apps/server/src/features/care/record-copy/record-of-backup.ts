import { copiedContents } from '@attune/contract/features/care/record-copy/record-copy'
import { z } from 'zod'

const Client = z.strictObject({ id: z.uuid(), accountId: z.uuid().nullable() })
const found = <Content extends z.ZodType>(content: Content) =>
  z.strictObject({ therapistId: z.uuid(), clients: z.array(Client), content }).nullable()

/** The records that a backup has under one id: at most one of each kind, with their therapist and clients. */
export const RecordOfBackup = z.strictObject({
  /** The time zone of the practice. */
  zone: z.string().nullable(),
  /** Whether the id is that of an entry of a client's journal. */
  isEntry: z.boolean(),
  records: z.strictObject({
    'session-note': found(copiedContents['session-note']),
    'client-note': found(copiedContents['client-note']),
    profile: found(copiedContents.profile),
    form: found(copiedContents.form),
  }),
})
export type RecordOfBackup = z.infer<typeof RecordOfBackup>

import { z } from 'zod'
import { recordParts } from '../../care/record-export/record-export.rules.ts'
import { AccountId, Done, EmptyInput } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { Day } from '../../../common/time/time.schemas.ts'

/**
 * A person's export of their own data, or a therapist's export of all records. `making`: a job packs it; `done` of `parts` parts or records are
 * finished. `ready`: it can be downloaded until `expiresAt` and has `bytes` bytes. `failed`: it was not made, because the disk of the server has no
 * space (`NO_SPACE`), or because of a fault (`FAILED`).
 */
export const PersonalExport = z.strictObject({
  state: z.enum(['making', 'ready', 'failed']),
  startedAt: z.string(),
  done: z.number(),
  parts: z.number(),
  expiresAt: z.string().nullable(),
  bytes: z.number().nullable(),
  reason: z.enum(['NO_SPACE', 'FAILED']).nullable(),
})
export type PersonalExport = z.infer<typeof PersonalExport>

/**
 * The content of an export of all records. Each record has the parts of the export of a single record, for a period in the therapist's time zone with
 * both days included; null means no limit. The shared parts of notes are left out unless they are chosen, and the names of other clients of a session
 * are always left out.
 */
export const RecordsExportChoices = z
  .strictObject({
    parts: z.array(z.enum(recordParts)).min(1).max(recordParts.length),
    from: Day.nullable(),
    until: Day.nullable(),
    withShared: z.boolean(),
    /** Whether each folder also has a FHIR R4 bundle. */
    withBundle: z.boolean(),
    /** Whether the records have the phone numbers and email addresses of guardians, and the invoices that are addressed to a guardian. */
    withGuardianAddresses: z.boolean(),
  })
  .refine(({ parts }) => new Set(parts).size === parts.length, { error: 'TWICE', path: ['parts'] })
  .refine(({ from, until }) => !from || !until || from <= until, { error: 'ORDER', path: ['until'] })
export type RecordsExportChoices = z.output<typeof RecordsExportChoices>

/** The tables of this feature that a browser can subscribe to. */
export const personalExportTables = {
  personalExports: { table: 'personal_export', filters: ['account_id'] },
} as const satisfies RealtimeTables

export const personalExport = {
  /**
   * Returns the caller's export, or null if there is none, and the therapists of a client, whose records are not part of it. Only an export of the
   * last `personalExportDays` days is returned.
   */
  find: read.input(EmptyInput).output(
    z.strictObject({
      latest: PersonalExport.nullable(),
      therapists: z.array(z.strictObject({ id: AccountId, name: z.string() })),
    }),
  ),
  /**
   * Starts an export, which replaces an earlier one. Refuses with MAKING while a job makes an export of either kind, with NO_SPACE (507) if the disk
   * has too little space, and with STEP_UP if the account has a second factor that this login has not proved.
   */
  start: write
    .input(EmptyInput)
    .output(Done)
    .errors({ MAKING: { status: 409 }, NO_SPACE: { status: 507 } }),
  /** Returns the address at which the caller can download the export once, within one minute. Refuses with NOT_FOUND. */
  download: read.input(EmptyInput).output(z.strictObject({ url: z.string(), expiresAt: z.string() })),
  /** Deletes the caller's export and its file. Also stops one that is being made. */
  remove: write.input(EmptyInput).output(Done),
  /** Returns the calling therapist's export of all records, or null if there is none of the last `personalExportDays` days. */
  findRecords: read.input(EmptyInput).output(z.strictObject({ latest: PersonalExport.nullable() })),
  /**
   * Starts to make an export of all records, as `start` does. Each client gets a line in the access log when the job reads the record. Refuses like
   * `start`.
   */
  startRecords: write
    .input(RecordsExportChoices)
    .output(Done)
    .errors({ MAKING: { status: 409 }, NO_SPACE: { status: 507 } }),
  /** Returns the address at which the therapist can download the records once, within one minute. Refuses with NOT_FOUND and STEP_UP. */
  downloadRecords: read.input(EmptyInput).output(z.strictObject({ url: z.string(), expiresAt: z.string() })),
  /** Deletes the therapist's export of all records and its file. Also stops one that is being made. */
  removeRecords: write.input(EmptyInput).output(Done),
}

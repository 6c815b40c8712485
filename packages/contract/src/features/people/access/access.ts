import { z } from 'zod'
import { AccountId, Id } from '../../../common/ids.ts'
import { pageOf, paging } from '../../../common/paging.ts'
import { read } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'

/** Resources of or about a client. When a therapist or a guardian opens such a resource, the access log records this. */
export const accessedResources = [
  'profile',
  'note',
  'session-texts',
  'task-answer',
  'journal-entry',
  'conversation',
  'guardian-conversation',
  'file',
  'safety-plan',
  'treatment-plan',
  'brief',
  /** The list of all clients. */
  'export',
  /** The record of one client. */
  'record-export',
  'assistant',
  'form',
  'invoice',
  'superbill',
  'record-copy',
  'record-request',
] as const
export const AccessedResource = z.enum(accessedResources)
export type AccessedResource = z.infer<typeof AccessedResource>

/** The kind of record whose id is in the input of a read. `clients`: all clients of the therapist; the input then contains no id. */
export type AccessSubject = 'client' | 'clients' | 'session' | 'task' | 'entry' | 'file'

/** An entry of the access log: a reader opened a resource. A reader gets at most one entry per resource in each interval of 15 minutes. */
export const AccessLogEntry = z.strictObject({
  id: z.string(),
  at: z.string(),
  reader: z.strictObject({ id: AccountId, name: z.string(), avatarUrl: z.string().nullable() }),
  /** The kind of the resource. */
  thing: AccessedResource,
  /**
   * The id of the journal entry or task that was opened; null for a list of entries or tasks and for any other
   * resource.
   */
  thingId: Id.nullable(),
})
export type AccessLogEntry = z.infer<typeof AccessLogEntry>

/** The tables of this feature that a browser can subscribe to. */
export const accessTables = {
  accesses: { table: 'access', filters: ['id'] },
} as const satisfies RealtimeTables

export const access = {
  /** The access log of the caller: the people who opened the caller's data, latest first. */
  mine: read.input(z.strictObject({ readerId: AccountId.optional(), ...paging })).output(pageOf(AccessLogEntry)),
}

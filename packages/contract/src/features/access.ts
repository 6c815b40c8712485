import { z } from 'zod'
import { Id } from '../common/ids.ts'
import { pageOf, paging } from '../common/paging.ts'
import { procedure } from '../common/procedure.ts'

/** Resources of or about a client whose reading is logged. */
export const accessedResources = [
  'profile',
  'note',
  'session-texts',
  'task-answer',
  'journal-entry',
  'file',
  'safety-plan',
  'brief',
  'export',
] as const
export const AccessedResource = z.enum(accessedResources)
export type AccessedResource = z.infer<typeof AccessedResource>

/** One reader opened one resource within 15 minutes. */
export const AccessLogEntry = z.strictObject({
  id: z.string(),
  at: z.string(),
  reader: z.strictObject({ id: Id, name: z.string(), avatarUrl: z.string().nullable() }),
  thing: AccessedResource,
  /** The id of a journal entry or task, which has its own page; else null. */
  thingId: Id.nullable(),
})
export type AccessLogEntry = z.infer<typeof AccessLogEntry>

export const access = {
  /** Who opened which of the client's data, the latest first. */
  mine: procedure.input(z.strictObject({ readerId: Id.optional(), ...paging })).output(pageOf(AccessLogEntry)),
}

import { z } from 'zod'
import { ClientId, EmptyInput, TherapistId } from '../../../common/ids.ts'
import { read } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { guardianAge } from './guardian.age.ts'
import { guardianClient } from './guardian.client.ts'
import { guardianCustody } from './guardian.custody.ts'
import { guardianForms } from './guardian.forms.ts'
import { guardianInvitations } from './guardian.invitations.ts'
import { guardianInvoices } from './guardian.invoices.ts'
import { guardianKept } from './guardian.kept.ts'
import { guardianMessages } from './guardian.messages.ts'
import { guardianPlan } from './guardian.plan.ts'
import { guardianRights } from './guardian.rules.ts'
import { guardianSessions } from './guardian.sessions.ts'
import { guardianSuperbills } from './guardian.superbills.ts'

/** A client for whom the caller acts as a guardian, at one therapist. */
export const GuardedClient = z.strictObject({
  clientId: ClientId,
  firstName: z.string(),
  lastName: z.string(),
  therapistId: TherapistId,
  therapistName: z.string(),
  /** The rights that are in force, in the order of `guardianRights`. */
  rights: z.array(z.enum(guardianRights)),
})
export type GuardedClient = z.infer<typeof GuardedClient>

/** The tables of this feature that a browser can subscribe to. */
export const guardianTables = {
  guardians: { table: 'guardian', filters: ['id', 'therapist_id', 'client_id'] },
  guardianInvoices: { table: 'guardian_invoice', filters: ['invoice_id', 'therapist_id', 'client_id'] },
  guardianConversations: { table: 'guardian_conversation', filters: ['id', 'therapist_id', 'client_id'] },
  custodyNotes: { table: 'custody_note', filters: ['client_id', 'therapist_id'] },
  guardianSuperbills: { table: 'guardian_superbill', filters: ['superbill_id', 'therapist_id', 'client_id'] },
} as const satisfies RealtimeTables

/**
 * Guardians, who act for a client and sign in with their own account. A procedure for guardians names the client as `actingFor`. If the guardian does
 * not have the right that the procedure needs, the call is refused with NOT_FOUND.
 */
export const guardian = {
  /** The clients for whom the caller acts, sorted by name. */
  clients: read.input(EmptyInput).output(z.strictObject({ items: z.array(GuardedClient) })),
  ...guardianInvitations,
  ...guardianSessions,
  ...guardianForms,
  ...guardianInvoices,
  ...guardianPlan,
  ...guardianSuperbills,
  ...guardianKept,
  ...guardianClient,
  ...guardianAge,
  ...guardianMessages,
  ...guardianCustody,
}

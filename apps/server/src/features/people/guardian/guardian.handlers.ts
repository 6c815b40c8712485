import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { listGuardedClients } from './guarded-clients.ts'
import { guardianAgeHandlers } from './age/guardian.age.handlers.ts'
import { guardianClientHandlers } from './client/guardian.client.handlers.ts'
import { guardianCustodyHandlers } from './custody/guardian.custody.handlers.ts'
import { guardianFormsHandlers } from './forms/guardian.forms.handlers.ts'
import { guardianInvitationsHandlers } from './invitations/guardian.invitations.handlers.ts'
import { guardianInvoicesHandlers } from './invoices/guardian.invoices.handlers.ts'
import { guardianKeptHandlers } from './kept/guardian.kept.handlers.ts'
import { guardianMessagesHandlers } from './messages/guardian.messages.handlers.ts'
import { guardianPlanHandlers } from './plan/guardian.plan.handlers.ts'
import { guardianSessionsHandlers } from './sessions/guardian.sessions.handlers.ts'
import { guardianSuperbillsHandlers } from './superbills/guardian.superbills.handlers.ts'

const on = implement(contract.guardian).$context<Context>()

export const guardianHandlers = {
  clients: on.clients.handler(async ({ context: { app, actor } }) => ({
    items: await app.db.asActor(actor, listGuardedClients),
  })),
  ...guardianInvitationsHandlers,
  ...guardianSessionsHandlers,
  ...guardianFormsHandlers,
  ...guardianInvoicesHandlers,
  ...guardianPlanHandlers,
  ...guardianSuperbillsHandlers,
  ...guardianKeptHandlers,
  ...guardianClientHandlers,
  ...guardianAgeHandlers,
  ...guardianMessagesHandlers,
  ...guardianCustodyHandlers,
}

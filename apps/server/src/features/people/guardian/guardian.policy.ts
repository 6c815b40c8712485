import type { Contract } from '@attune/contract'
import { guardianOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'
import { guardianAgePolicy } from './age/guardian.age.policy.ts'
import { guardianClientPolicy } from './client/guardian.client.policy.ts'
import { guardianCustodyPolicy } from './custody/guardian.custody.policy.ts'
import { guardianFormsPolicy } from './forms/guardian.forms.policy.ts'
import { guardianInvitationsPolicy } from './invitations/guardian.invitations.policy.ts'
import { guardianInvoicesPolicy } from './invoices/guardian.invoices.policy.ts'
import { guardianKeptPolicy } from './kept/guardian.kept.policy.ts'
import { guardianMessagesPolicy } from './messages/guardian.messages.policy.ts'
import { guardianPlanPolicy } from './plan/guardian.plan.policy.ts'
import { guardianSessionsPolicy } from './sessions/guardian.sessions.policy.ts'
import { guardianSuperbillsPolicy } from './superbills/guardian.superbills.policy.ts'

export const guardianPolicy = {
  clients: guardianOnly,
  ...guardianInvitationsPolicy,
  ...guardianSessionsPolicy,
  ...guardianFormsPolicy,
  ...guardianInvoicesPolicy,
  ...guardianPlanPolicy,
  ...guardianSuperbillsPolicy,
  ...guardianKeptPolicy,
  ...guardianClientPolicy,
  ...guardianAgePolicy,
  ...guardianMessagesPolicy,
  ...guardianCustodyPolicy,
} satisfies FeaturePolicy<Contract['guardian']>

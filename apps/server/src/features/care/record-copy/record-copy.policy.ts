import type { Contract } from '@attune/contract'
import { therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const list = { ...therapistOnly, outOfReach: 'empty' } as const
const hasCopies = ({ items }: { items: unknown[] }) => items.length > 0

export const recordCopyPolicy = {
  ofSession: { ...list, auditRead: { resource: 'note', subject: 'session', when: hasCopies } },
  notesOfClient: { ...list, auditRead: { resource: 'note', subject: 'client', when: hasCopies } },
  profilesOfClient: { ...list, auditRead: { resource: 'profile', subject: 'client', when: hasCopies } },
  formsOfClient: { ...list, auditRead: { resource: 'form', subject: 'client', when: hasCopies } },
  delete: { ...therapistOnly, audited: { action: 'delete', resource: 'record-copy', change: 'own' } },
} satisfies FeaturePolicy<Contract['recordCopy']>

import type { Contract } from '@attune/contract'
import { therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const profileRead = { resource: 'profile', subject: 'client' } as const

export const clientPolicy = {
  list: therapistOnly,
  get: { ...therapistOnly, audited: { action: 'open', resource: 'client-profile' }, auditRead: profileRead },
  withoutAccount: { ...therapistOnly, outOfReach: 'empty' },
  overview: {
    ...therapistOnly,
    auditRead: {
      resource: 'note',
      subject: 'session',
      ids: ({ notes }) => notes.map(({ sessionId }) => sessionId),
      when: ({ notes }) => notes.length > 0,
    },
  },
  add: { ...therapistOnly, limit: { perHour: 120 } },
  edit: { ...therapistOnly, auditRead: { ...profileRead, refusals: ['CHANGED'] } },
  duplicates: therapistOnly,
  setStatus: { ...therapistOnly, auditRead: profileRead },
  compareImport: therapistOnly,
  importMany: { ...therapistOnly, limit: { perHour: 120 } },
  exportAll: {
    ...therapistOnly,
    audited: { action: 'export', resource: 'clients', object: 'caller' },
    auditRead: { resource: 'export', subject: 'clients' },
  },
  merge: {
    ...therapistOnly,
    audited: { action: 'merge', resource: 'client', change: 'own' },
    auditRead: { ...profileRead, id: ({ into }) => into },
  },
  markSamePerson: { ...therapistOnly, auditRead: profileRead },
  markDifferent: { ...therapistOnly, auditRead: profileRead },
  timeline: { ...therapistOnly, auditRead: profileRead },
} satisfies FeaturePolicy<Contract['client']>

import type { Contract } from '@attune/contract'
import { therapistOnly, therapistOrClient, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const messagePolicy = {
  list: therapistOrClient,
  messages: {
    ...therapistOrClient,
    auditRead: {
      resource: 'conversation',
      subject: 'client',
      when: ({ items }) => items.some(({ by }) => by === 'client'),
    },
  },
  send: { ...therapistOrClient, limit: { group: 'messages' } },
  retry: { ...therapistOnly, limit: { group: 'messages' } },
  edit: { ...therapistOrClient, audited: { action: 'edit-message', resource: 'message', change: 'own' } },
  delete: { ...therapistOrClient, audited: { action: 'delete-message', resource: 'message', change: 'own' } },
  acknowledge: therapistOrClient,
  markRead: therapistOrClient,
  unreadCounts: therapistOrClient,
  search: {
    ...therapistOrClient,
    auditRead: {
      resource: 'conversation',
      subject: 'client',
      ids: ({ items }) => items.filter(({ by }) => by === 'client').map(({ conversationId }) => conversationId),
      when: ({ items }) => items.some(({ by }) => by === 'client'),
    },
  },
  sender: therapistOrClient,
  latestFromOther: {
    ...therapistOrClient,
    auditRead: { resource: 'conversation', subject: 'client', when: ({ message }) => message?.by === 'client' },
  },
  recipients: therapistOnly,
  putIntoNotes: { ...therapistOnly, audited: { action: 'put-into-notes', resource: 'message', change: 'own' } },
  removeFromNotes: { ...therapistOnly, audited: { action: 'remove-from-notes', resource: 'message', change: 'own' } },
} satisfies FeaturePolicy<Contract['message']>

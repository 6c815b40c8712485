import type { guardianMessages } from '@attune/contract/features/people/guardian/guardian.messages'
import { guardianOnly, therapistOnly, type FeaturePolicy } from '../../../../platform/policy/policy.ts'

const opened = { resource: 'guardian-conversation', subject: 'client' } as const

export const guardianMessagesPolicy = {
  messages: { ...guardianOnly, auditRead: { ...opened, id: ({ actingFor }) => actingFor } },
  unreadMessages: guardianOnly,
  sendMessage: { ...guardianOnly, limit: { group: 'messages' } },
  markMessagesRead: guardianOnly,
  conversations: therapistOnly,
  conversation: {
    ...therapistOnly,
    auditRead: {
      ...opened,
      ids: ({ clientId }) => [clientId],
      when: ({ items }) => items.some(({ by }) => by === 'guardian'),
    },
  },
  writeToGuardian: { ...therapistOnly, limit: { group: 'messages' } },
  markConversationRead: therapistOnly,
} satisfies FeaturePolicy<typeof guardianMessages>

import type { Conversation, Message } from '@attune/contract/features/messages/message/message'

export const sampleConversationId = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'

/** Returns a conversation of a therapist with a client, as the therapist sees it. */
export const sampleConversation = (part: Partial<Conversation> = {}): Conversation => ({
  id: sampleConversationId,
  person: { id: '6b2f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4e', name: 'Ana Moreau', avatarUrl: null },
  latest: null,
  latestAt: new Date().toISOString(),
  lastSeq: 0,
  readSeq: 0,
  unread: 0,
  hasFailed: false,
  readOnly: null,
  ...part,
})

/** Returns an app message of the client with the number `seq`. */
export const sampleMessage = (seq: number, part: Partial<Message> = {}): Message => ({
  id: `7c3f4b7e-5d1f-4a58-9a43-${String(seq).padStart(12, '0')}`,
  senderId: '6b2f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4e',
  conversationId: sampleConversationId,
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
  readAt: null,
  status: 'sent',
  attachments: [],
  seq,
  by: 'client',
  channel: 'app',
  text: `Message ${seq}`,
  mediaCount: 0,
  media: [],
  isEdited: false,
  isDeleted: false,
  isAutomatic: false,
  delivery: null,
  may: { edit: false, delete: false, retry: false },
  ...part,
})

/** Returns the response of `message.messages` with these messages as the whole conversation. */
export const sampleMessagePage = (items: Message[], part: Partial<Conversation> = {}) => ({
  conversation: sampleConversation({ lastSeq: items.at(-1)?.seq ?? 0, ...part }),
  nextSession: null,
  items,
  hasOlder: false,
  hasNewer: false,
})

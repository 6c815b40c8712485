/** The public module of the message feature: the numbers of unread messages. */
export { useUnreadByConversation, useUnreadMessages } from './use-unread-messages.ts'

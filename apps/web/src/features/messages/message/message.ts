/** The public module of the message feature: the number of unread messages. */
export { useUnreadMessages } from './use-unread-messages.ts'

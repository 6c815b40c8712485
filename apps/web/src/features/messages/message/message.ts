import { lazyNamed } from '../../../platform/lazy-named.ts'

/** The public module of the message feature: the numbers of unread messages, and the dialog that writes to several clients. */
export { useUnreadByConversation, useUnreadMessages } from './use-unread-messages.ts'
export const LazyWriteToSeveralDialog = lazyNamed(
  () => import('./several/WriteToSeveralDialog.tsx'),
  'WriteToSeveralDialog',
)

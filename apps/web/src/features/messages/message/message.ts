import { lazyNamed } from '../../../platform/lazy-named.ts'

/** The public module of the message feature: the numbers of unread messages, and the dialog that writes to several clients. */
export { useUnreadByConversation, useUnreadMessages } from './use-unread-messages.ts'
/** A guardian's conversation with the therapist of a client. Its code is loaded when it is shown. */
export const LazyGuardianThreadView = lazyNamed(() => import('./guardian/GuardianThreadView.tsx'), 'GuardianThreadView')
export { useGuardianMessageSubscriptions } from './guardian/use-guardian-conversations.ts'

export const LazyWriteToSeveralDialog = lazyNamed(
  () => import('./several/WriteToSeveralDialog.tsx'),
  'WriteToSeveralDialog',
)

import { unreadBadge } from '@attune/contract/features/messages/message/message.rules'
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './conversation-list.module.css'

/** The number of unread messages of a conversation in the list. */
export function UnreadBadge({ unread }: { unread: number }) {
  const { t } = useTranslation('shell')
  return (
    <span className={classes.badge}>
      <span aria-hidden>{unreadBadge(unread)}</span>
      <VisuallyHidden>{t('unreadMessages', { count: unread })}</VisuallyHidden>
    </span>
  )
}

import { IconMessage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { Card } from '../../../ui/page/Section.tsx'
import { useUnreadMessages } from '../../messages/message/message.ts'
import classes from './client-home.module.css'

/** A line with the number of unread messages and a link to them. Renders nothing without unread messages. */
export function UnreadMessagesRow() {
  const { t } = useTranslation(['dashboard', 'shell'])
  const unread = useUnreadMessages()
  if (unread === 0) return null
  return (
    <Card>
      <div className={classes.line}>
        <IconMessage size={20} stroke={1.6} aria-hidden />
        <span>{t('shell:unreadMessages', { count: unread })}</span>
        <TextLink to="/dashboard/$userType/messages" params={{ userType: 'client' }}>
          {t('client.read')}
        </TextLink>
      </div>
    </Card>
  )
}

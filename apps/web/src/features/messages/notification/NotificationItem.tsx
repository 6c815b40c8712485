import type { Role } from '@attune/contract/features/people/account/account'
import { VisuallyHidden } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { agoText } from '../../../ui/page/date-text.ts'
import { useNow } from '../../../ui/page/use-now.ts'
import { NotificationAvatar } from './NotificationAvatar.tsx'
import classes from './NotificationBell.module.css'
import { notificationLink } from './notification-link.ts'
import type { NotificationGroup } from './group-notifications.ts'
import { useMarkRead } from './use-mark-read.ts'

type Props = { group: NotificationGroup; of: Role; onOpen?: () => void; dot?: boolean }

/**
 * Renders a notification, or one row for several repeated notifications [2.28]. A click marks them as read and opens
 * the page of their subject. With `dot`, a dot marks unread notifications.
 */
export function NotificationItem({ group: { newest: item, count }, of: role, onOpen, dot = false }: Props) {
  const { t } = useTranslation('notification')
  const { language } = useLocale()
  const now = useNow()
  const navigate = useNavigate()
  const { markOne, markAbout } = useMarkRead()
  const open = () => {
    if (!item.isRead) {
      const { relatedType: type, relatedId: id } = item
      if (count > 1 && type && id) markAbout.mutate({ type, id })
      else markOne.mutate(item.id)
    }
    onOpen?.()
    void navigate({ href: notificationLink(item, role) })
  }
  return (
    <button type="button" className={classes.item} onClick={open}>
      <NotificationAvatar item={item} />
      <span className={classes.texts}>
        <span className={classes.itemTitle}>
          {item.title}
          {item.subject && ` · ${item.subject}`}
          {count > 1 && <span className={classes.repeated}> {t('times', { count })}</span>}
        </span>
        <span className={classes.message}>{item.message}</span>
      </span>
      <time className={classes.ago} dateTime={item.createdAt}>
        {agoText(item.createdAt, language, now) ?? t('justNow')}
      </time>
      {dot && (
        <span className={classes.dot} data-unread={!item.isRead || undefined}>
          {!item.isRead && <VisuallyHidden>{t('unread')}</VisuallyHidden>}
        </span>
      )}
    </button>
  )
}

import type { Role } from '@attune/contract/features/people/account/account'
import { VisuallyHidden } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { agoText, localDay, timeText } from '../../../ui/page/date-text.ts'
import { useNow } from '../../../ui/page/use-now.ts'
import { NotificationAvatar } from './NotificationAvatar.tsx'
import classes from './NotificationBell.module.css'
import { notificationLink, notificationListLink } from './notification-link.ts'
import { kindOfSeveral, type NotificationGroup } from './group-notifications.ts'
import { useMarkRead } from './use-mark-read.ts'

type Props = { group: NotificationGroup; of: Role; onOpen?: () => void; dot?: boolean }

/**
 * Renders a notification, or one row for several repeated notifications [2.28]. A click marks all of them as read and opens
 * the page of their subject, or the list of their subjects. With `dot`, as on the page that lists them by day, a dot marks
 * unread notifications.
 */
export function NotificationItem({ group, of: role, onOpen, dot = false }: Props) {
  const { newest: item, ids } = group
  const several = kindOfSeveral(group)
  const { t } = useTranslation('notification')
  const locale = useLocale()
  const now = useNow()
  // The heading above the row names an earlier day, so the row shows only the time of that day.
  const isEarlier = dot && localDay(item.createdAt, locale) !== localDay(now.toISOString(), locale)
  const navigate = useNavigate()
  const { markOne, markMany, markAbout } = useMarkRead()
  const open = () => {
    if (!item.isRead) {
      const { relatedType: type, relatedId: id } = item
      if (several) markMany.mutate({ id: item.id, others: ids.slice(1) })
      else if (ids.length > 1 && type && id) markAbout.mutate({ type, id })
      else markOne.mutate(item.id)
    }
    onOpen?.()
    void navigate({ href: several ? notificationListLink(item, role) : notificationLink(item, role) })
  }
  return (
    <button type="button" className={classes.item} onClick={open}>
      <NotificationAvatar item={item} />
      <span className={classes.texts}>
        <span className={classes.itemTitle}>
          {several ? t(`several.${several}`, { count: group.subjects.size }) : item.title}
          {!several && item.subject && ` · ${item.subject}`}
          {!several && ids.length > 1 && <span className={classes.repeated}> {t('times', { count: ids.length })}</span>}
        </span>
        <span className={classes.message}>{several ? t('latest', { message: item.message }) : item.message}</span>
      </span>
      <time className={classes.ago} dateTime={item.createdAt}>
        {isEarlier ? timeText(item.createdAt, locale) : (agoText(item.createdAt, locale.language, now) ?? t('justNow'))}
      </time>
      {dot && (
        <span className={classes.dot} data-unread={!item.isRead || undefined}>
          {!item.isRead && <VisuallyHidden>{t('unread')}</VisuallyHidden>}
        </span>
      )}
    </button>
  )
}

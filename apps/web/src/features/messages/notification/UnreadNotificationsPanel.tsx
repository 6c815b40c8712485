import type { Role } from '@attune/contract/features/people/account/account'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { useIsLate } from '../../../ui/page/loading/use-is-late.ts'
import classes from './NotificationBell.module.css'
import { groupNotifications } from './group-notifications.ts'
import { NotificationItem } from './NotificationItem.tsx'
import type { UnreadNotificationList } from './use-mark-read.ts'
import { useMarkRead } from './use-mark-read.ts'

type Props = {
  of: Role
  read: UseQueryResult<UnreadNotificationList, unknown>
  onAgain: () => void
  onClose: () => void
}

/**
 * Lists the unread notifications, newest first, with a link to all notifications. If they failed to load, or
 * have not loaded after some seconds, says so in an empty list, with a button that tries again [8.09].
 */
export function UnreadNotificationsPanel({ of: role, read, onAgain, onClose }: Props) {
  const { t } = useTranslation('notification')
  const { markAll } = useMarkRead()
  const items = read.data?.items ?? []
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('title')}</h2>
        {items.length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconCheck size={16} aria-hidden />}
            loading={markAll.isPending}
            onClick={() => markAll.mutate()}
          >
            {t('markAll')}
          </Button>
        )}
      </div>
      {items.length > 0 ? (
        <ul className={classes.list}>
          {groupNotifications(items).map((group) => (
            <li key={group.newest.id}>
              <NotificationItem group={group} of={role} onOpen={onClose} />
            </li>
          ))}
        </ul>
      ) : read.data ? (
        <p className={classes.empty} data-autofocus tabIndex={-1} ref={keepFocus}>
          {t('empty')}
        </p>
      ) : (
        <NotLoaded hasFailed={!read.isPending} onAgain={onAgain} />
      )}
      <div className={classes.foot}>
        <TextLink to="/dashboard/$userType/notifications" params={{ userType: role }} onClick={onClose}>
          {t('all')}
        </TextLink>
      </div>
    </>
  )
}

/** Says that the list has not loaded yet, once that takes long, or that it failed to load. It is not an alert, because the person opened the list. */
function NotLoaded({ hasFailed, onAgain }: { hasFailed: boolean; onAgain: () => void }) {
  const { t } = useTranslation('notification')
  const isLate = useIsLate()
  if (!hasFailed && !isLate) return null
  return (
    <div className={classes.empty} role="status">
      <p>{t(hasFailed ? 'unreadFailed' : 'unreadLate')}</p>
      <Button variant="default" size="compact-sm" mt={8} onClick={onAgain}>
        {t('again')}
      </Button>
    </div>
  )
}

/**
 * Focuses the text of the empty list when the focused button 'Mark all as read' disappears. Otherwise Escape would not
 * close the list.
 */
function keepFocus(node: HTMLElement | null) {
  if (document.activeElement === document.body) node?.focus()
}

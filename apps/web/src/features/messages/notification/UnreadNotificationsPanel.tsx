import type { Role } from '@attune/contract/features/people/account/account'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import classes from './NotificationBell.module.css'
import { groupNotifications } from './group-notifications.ts'
import { NotificationItem } from './NotificationItem.tsx'
import type { UnreadNotificationList } from './use-mark-read.ts'
import { useMarkRead } from './use-mark-read.ts'

type Props = { of: Role; read: UseQueryResult<UnreadNotificationList, unknown>; onClose: () => void }

/**
 * Lists the unread notifications, newest first, with a link to all notifications. If loading failed, shows an empty
 * list with a hint about the failure [8.09].
 */
export function UnreadNotificationsPanel({ of: role, read, onClose }: Props) {
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
      ) : (
        !read.isPending && (
          <p className={classes.empty} data-autofocus tabIndex={-1} ref={keepFocus}>
            {read.data ? t('empty') : t('unreadFailed')}
          </p>
        )
      )}
      <div className={classes.foot}>
        <TextLink to="/dashboard/$userType/notifications" params={{ userType: role }} onClick={onClose}>
          {t('all')}
        </TextLink>
      </div>
    </>
  )
}

/**
 * Focuses the text of the empty list when the focused button 'Mark all as read' disappears. Otherwise Escape would not
 * close the list.
 */
function keepFocus(node: HTMLElement | null) {
  if (document.activeElement === document.body) node?.focus()
}

import { notificationLimit } from '@attune/contract/common/constants'
import type { Role } from '@attune/contract/features/people/account/account'
import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { orpc } from '../../../platform/api/api.ts'
import { resetCircuitBreakers } from '../../../platform/api/circuit-breaker.ts'
import { useMe } from '../../../platform/login/login.ts'
import { useClosePushes } from '../../../platform/push/use-push.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { PopoverPanel } from '../../../ui/page/menu/PopoverPanel.tsx'
import classes from './NotificationBell.module.css'
import type { UnreadNotificationList } from './use-mark-read.ts'
import { useUnread } from './use-unread.ts'

const UnreadNotificationsPanel = lazyNamed(() => import('./UnreadNotificationsPanel.tsx'), 'UnreadNotificationsPanel')

/**
 * Renders the bell in the header, whose lines turn red for unread notifications [2.28], with the number of unread notifications unless the person is
 * an admin [6.09]. A click opens the list of unread notifications. If loading the list failed, the button's name says so, and the click requests the
 * list again.
 */
export function NotificationBell({ of: role }: { of: Role }) {
  const { t } = useTranslation('notification')
  const [open, setOpen] = useState(false)
  const read = useLiveUnread()
  const again = useRequestAgain(read)
  const close = () => setOpen(false)
  const toggle = () => {
    if (!open && read.isError) again()
    // A page loads only the first few notifications. Opening the list loads more.
    else if (!open && isIncomplete(read.data)) void read.refetch()
    setOpen(!open)
  }
  const unread = read.data?.unread ?? 0
  const hasFailed = read.isError && !read.data
  return (
    <div className={classes.around}>
      <ActionIcon
        aria-haspopup="dialog"
        aria-expanded={open}
        className={classes.bell}
        data-unread={unread > 0 || undefined}
        aria-label={unread > 0 ? t('buttonUnread', { count: unread }) : t(hasFailed ? 'buttonFailed' : 'button')}
        onClick={toggle}
      >
        <IconBell size={20} aria-hidden />
        {unread > 0 && role !== 'admin' && (
          <span className={classes.count} aria-hidden>
            {unread > 99 ? '99+' : unread}
          </span>
        )}
        {hasFailed && (
          <span className={classes.count} aria-hidden>
            !
          </span>
        )}
      </ActionIcon>
      {open && (
        <PopoverPanel kind="dialog" label={t('title')} onClose={close}>
          <UnreadNotificationsPanel of={role} read={read} onAgain={again} onClose={close} />
        </PopoverPanel>
      )}
    </div>
  )
}

/** Returns the unread notifications and refetches them when they change. Closes the push notifications of those that were read. */
function useLiveUnread() {
  const me = useMe()
  const cache = useQueryClient()
  const read = useUnread()
  useSubscription(
    'notifications',
    () => void cache.invalidateQueries({ queryKey: orpc.notification.key() }),
    me ? { column: 'user_id', op: 'eq', value: me.id } : undefined,
  )
  useEffect(() => {
    // A failed request shows an empty list and logs a warning [8.09].
    if (read.error) console.warn('notifications could not be fetched', read.error)
  }, [read.error])
  useClosePushes(kindsOf(read.data), read.dataUpdatedAt)
  return read
}

/** Returns the types of all unread notifications; null if not all of them are loaded. */
function kindsOf(list: UnreadNotificationList | undefined): string[] | null {
  return list && list.items.length === list.unread ? list.items.map(({ kind }) => kind) : null
}

const isIncomplete = (list: UnreadNotificationList | undefined) =>
  list !== undefined && list.items.length < Math.min(list.unread, notificationLimit)

/**
 * Returns a function that requests the notifications again, also while earlier attempts have no answer. It resets the circuit breakers first, because
 * an open one would block the request.
 */
function useRequestAgain(read: { refetch: () => unknown }) {
  const cache = useQueryClient()
  return () => {
    resetCircuitBreakers()
    void cache.cancelQueries({ queryKey: orpc.notification.list.key() }).then(read.refetch)
  }
}

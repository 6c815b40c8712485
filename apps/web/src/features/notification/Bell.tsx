import type { Role } from '@attune/contract/features/account'
import { ActionIcon } from '@mantine/core'
import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { useMe } from '../../platform/login.ts'
import { useLive } from '../../platform/use-live.ts'
import { Panel } from '../../ui/Panel.tsx'
import classes from './Bell.module.css'
import { useUnread } from './unread.ts'

const Unread = lazy(() => import('./Unread.tsx').then((file) => ({ default: file.Unread })))

/** The bell in the header, with a count of unread notifications; opens their list. */
export function Bell({ of: role }: { of: Role }) {
  const { t } = useTranslation('notification')
  const me = useMe()
  const cache = useQueryClient()
  const [open, setOpen] = useState(false)
  const read = useUnread()
  useLive(
    'notifications',
    () => void cache.invalidateQueries({ queryKey: query.notification.key() }),
    me ? { column: 'user_id', op: 'eq', value: me.id } : undefined,
  )
  useEffect(() => {
    // A failed request shows an empty list and logs a warning [8.09].
    if (read.error) console.warn('notifications could not be fetched', read.error)
  }, [read.error])
  const close = () => setOpen(false)
  const unread = read.data?.unread ?? 0
  const Icon = unread > 0 ? IconBellFilled : IconBell
  return (
    <div className={classes.around}>
      <ActionIcon
        aria-haspopup="dialog"
        aria-expanded={open}
        className={classes.bell}
        data-unread={unread > 0 || undefined}
        aria-label={unread > 0 ? t('buttonUnread', { count: unread }) : t('button')}
        onClick={() => setOpen(!open)}
      >
        <Icon size={20} aria-hidden />
        {unread > 0 && (
          <span className={classes.count} aria-hidden>
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </ActionIcon>
      {open && (
        <Panel kind="dialog" label={t('title')} onClose={close}>
          <Suspense>
            <Unread of={role} read={read} onClose={close} />
          </Suspense>
        </Panel>
      )}
    </div>
  )
}

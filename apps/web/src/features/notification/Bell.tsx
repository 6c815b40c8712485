import { ActionIcon } from '@mantine/core'
import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { useMe } from '../../platform/login.ts'
import { useLive } from '../../platform/use-live.ts'
import { Panel } from '../../ui/Panel.tsx'
import classes from './Bell.module.css'

const Unread = lazy(() => import('./Unread.tsx').then((file) => ({ default: file.Unread })))

/** The bell of the header: red with a count where something is unread; opens the list of what is unread. */
export function Bell() {
  const { t } = useTranslation('notification')
  const me = useMe()
  const cache = useQueryClient()
  const [open, setOpen] = useState(false)
  const read = useQuery(query.notification.list.queryOptions({ input: { unreadOnly: true } }))
  useLive(
    'notifications',
    () => void cache.invalidateQueries({ queryKey: query.notification.key() }),
    me ? { column: 'user_id', op: 'eq', value: me.id } : undefined,
  )
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
            <Unread read={read} onClose={close} />
          </Suspense>
        </Panel>
      )}
    </div>
  )
}

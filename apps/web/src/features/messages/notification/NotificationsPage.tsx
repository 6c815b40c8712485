import { Button } from '@mantine/core'
import { IconBell, IconCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NextPageButton } from '../../../ui/list/NextPageButton.tsx'
import { orpc } from '../../../platform/api/api.ts'
import { useLogin } from '../../../platform/login/login.ts'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Card } from '../../../ui/page/Section.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import classes from './NotificationBell.module.css'
import { groupNotifications } from './group-notifications.ts'
import { NotificationItem } from './NotificationItem.tsx'
import { parseNotificationsSearch } from './notifications-search.ts'
import { useMarkRead } from './use-mark-read.ts'
import { useOpenNewest } from './use-open-newest.ts'
import { useUnread } from './use-unread.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'

/** Lists all notifications of the signed-in person, newest first. */
export function NotificationsPage() {
  const { t } = useTranslation('notification')
  const role = useLogin()?.role
  const unread = useUnread().data?.unread ?? 0
  useOpenNewest(parseNotificationsSearch(useSearch({ strict: false })).open, role)
  const read = useInfiniteQuery(
    orpc.notification.history.infiniteOptions({
      input: (after: string | undefined) => ({ after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  const items = read.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <PageHeader title={t('title')} actions={unread > 0 && <MarkAllButton />} />
      <Card>
        <Query of={read} pending={<RowSkeletons rows={8} />} failed={t('failed')} again={t('again')} />
        {read.data && items.length === 0 && <EmptyState icon={IconBell} title={t('empty')} text={t('emptyText')} />}
        {role && items.length > 0 && (
          <ul className={classes.history}>
            {groupNotifications(items).map((group) => (
              <li key={group.newest.id}>
                <NotificationItem group={group} of={role} dot />
              </li>
            ))}
          </ul>
        )}
        <NextPageButton of={read} around={classes.more}>
          {t('earlier')}
        </NextPageButton>
      </Card>
    </>
  )
}

function MarkAllButton() {
  const { t } = useTranslation('notification')
  const { markAll } = useMarkRead()
  return (
    <Button
      variant="default"
      leftSection={<IconCheck size={18} aria-hidden />}
      loading={markAll.isPending}
      onClick={() => markAll.mutate()}
    >
      {t('markAll')}
    </Button>
  )
}

import type { Role } from '@attune/contract/features/people/account/account'
import { Button } from '@mantine/core'
import { IconBell, IconCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NextPageButton } from '../../../ui/list/NextPageButton.tsx'
import { orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { useLogin } from '../../../platform/login/login.ts'
import { dayLabelText, localDay } from '../../../ui/page/date-text.ts'
import { useNow } from '../../../ui/page/use-now.ts'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Card } from '../../../ui/page/Section.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import classes from './NotificationBell.module.css'
import { groupNotifications, type NotificationGroup } from './group-notifications.ts'
import { NotificationItem } from './NotificationItem.tsx'
import { parseNotificationsSearch } from './notifications-search.ts'
import { useMarkRead } from './use-mark-read.ts'
import { useOpenNewest } from './use-open-newest.ts'
import { useUnread } from './use-unread.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'

/** Lists all notifications of the signed-in person, newest first and by day. */
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
        {role && items.length > 0 && <Days of={groupNotifications(items)} role={role} />}
        <NextPageButton of={read} around={classes.more}>
          {t('earlier')}
        </NextPageButton>
      </Card>
    </>
  )
}

/** Lists the notifications under the day of their newest, each day with a heading. */
function Days({ of: groups, role }: { of: readonly NotificationGroup[]; role: Role }) {
  const locale = useLocale()
  const now = useNow()
  const days = Map.groupBy(groups, ({ newest }) => localDay(newest.createdAt, locale))
  return Array.from(days, ([day, those]) => (
    <section key={day} className={classes.day}>
      <h2 className={classes.dayName}>{dayLabelText(day, locale, now, 'long')}</h2>
      <ul className={classes.history}>
        {those.map((group) => (
          <li key={group.newest.id}>
            <NotificationItem group={group} of={role} dot />
          </li>
        ))}
      </ul>
    </section>
  ))
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

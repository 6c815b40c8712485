import { Button } from '@mantine/core'
import { IconBell, IconCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { useLogin } from '../../platform/login.ts'
import { Empty } from '../../ui/Empty.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Section.tsx'
import { LoadFailed, RowSkeletons } from '../../ui/Waiting.tsx'
import classes from './Bell.module.css'
import { Item } from './Item.tsx'
import { useMarking } from './marking.ts'
import { useUnread } from './unread.ts'

/** All notifications of this person, newest first. */
export function NotificationsPage() {
  const { t } = useTranslation('notification')
  const role = useLogin()?.role
  const unread = useUnread().data?.unread ?? 0
  const { markAll } = useMarking()
  const read = useInfiniteQuery(
    query.notification.history.infiniteOptions({
      input: (after: string | undefined) => ({ after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  const items = read.data?.pages.flatMap((page) => page.items) ?? []
  const markButton = unread > 0 && (
    <Button
      variant="default"
      leftSection={<IconCheck size={18} aria-hidden />}
      loading={markAll.isPending}
      onClick={() => markAll.mutate()}
    >
      {t('markAll')}
    </Button>
  )
  return (
    <>
      <PageHead title={t('title')} actions={markButton} />
      <Panel>
        {read.isPending && <RowSkeletons rows={8} />}
        {read.isError && !read.data && (
          <LoadFailed words={t('failed')} again={t('again')} onAgain={() => void read.refetch()} />
        )}
        {read.data && items.length === 0 && <Empty icon={IconBell} title={t('empty')} text={t('emptyText')} />}
        {role && items.length > 0 && (
          <ul className={classes.history}>
            {items.map((item) => (
              <li key={item.id}>
                <Item item={item} of={role} dot />
              </li>
            ))}
          </ul>
        )}
        {read.hasNextPage && (
          <div className={classes.more}>
            <Button variant="subtle" loading={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
              {t('earlier')}
            </Button>
          </div>
        )}
      </Panel>
    </>
  )
}

import type { Task } from '@attune/contract/features/task'
import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../platform/api.ts'
import { currentLanguage } from '../../platform/language.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMoreButton } from '../../ui/LoadMoreButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Card, Section } from '../../ui/Section.tsx'
import { LoadFailed, RowSkeletons } from '../../ui/ListStates.tsx'
import classes from './MyTasks.module.css'
import { MyTaskRow } from './MyTaskRow.tsx'

/** The tasks of a client: due today, coming soon, and done. */
export function MyTasks() {
  const { t } = useTranslation('tasks')
  const read = useQuery(orpc.task.mine.queryOptions({ input: {} }))
  const [all, setAll] = useState(false)
  const { today = [], soon = [], done = [], doneCount = 0 } = read.data ?? {}
  const therapists = [...new Set([...today, ...soon, ...done].map((task) => task.therapist.name))]
  const from = new Intl.ListFormat(currentLanguage()).format(therapists)
  const firstOverdue = today.find((task) => task.overdue)
  const none = read.data && today.length + soon.length + doneCount === 0
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('title')}
        facts={read.data ? (from ? `${t('mine.from', { name: from })} ${t('mine.decline')}` : null) : '\u00a0'}
      />
      {read.isPending && (
        <Card>
          <RowSkeletons rows={5} avatar={false} />
        </Card>
      )}
      {read.isError && !read.data && (
        <Card>
          <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
        </Card>
      )}
      {none && (
        <Card>
          <EmptyState icon={IconListCheck} title={t('empty.mine')} text={t('empty.mineText')} />
        </Card>
      )}
      {read.data && !none && (
        <>
          <Section title={t('mine.today')} count={today.length} rows>
            {today.length === 0 && <p className={classes.none}>{t('empty.today')}</p>}
            {today.map((task) => (
              <MyTaskRow key={task.id} task={task} filled={task.id === firstOverdue?.id} />
            ))}
          </Section>
          {soon.length > 0 && (
            <Section title={t('mine.soon')} count={soon.length} rows>
              {soon.map((task) => (
                <MyTaskRow key={task.id} task={task} />
              ))}
            </Section>
          )}
          {doneCount > 0 && (
            <Section
              title={t('mine.done')}
              count={doneCount}
              rows
              action={
                doneCount > done.length &&
                !all && (
                  <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
                    {t('mine.all')}
                  </Button>
                )
              }
            >
              {all ? (
                <EndedTasks first={done} />
              ) : (
                done.map((task) => <MyTaskRow key={task.id} task={task} menu={false} />)
              )}
            </Section>
          )}
        </>
      )}
    </div>
  )
}

/** All completed and declined tasks, page by page. Shows `first` until they are loaded. */
function EndedTasks({ first }: { first: readonly Task[] }) {
  const { t } = useTranslation('tasks')
  const pages = useInfiniteQuery(
    orpc.task.list.infiniteOptions({
      input: (after: string | undefined) => ({ part: 'ended', after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  const tasks = pages.data?.pages.flatMap((page) => page.items) ?? first
  return (
    <>
      {tasks.map((task) => (
        <MyTaskRow key={task.id} task={task} menu={false} />
      ))}
      {pages.isError && <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void pages.refetch()} />}
      {pages.hasNextPage && (
        <LoadMoreButton
          words={t('more')}
          loading={pages.isFetchingNextPage}
          onMore={() => void pages.fetchNextPage()}
        />
      )}
    </>
  )
}

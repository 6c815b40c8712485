import type { Task } from '@attune/contract/features/task'
import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { currentLanguage } from '../../platform/language.ts'
import { Empty } from '../../ui/Empty.tsx'
import { More } from '../../ui/More.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel, Section } from '../../ui/Section.tsx'
import { LoadFailed, RowSkeletons } from '../../ui/Waiting.tsx'
import classes from './Mine.module.css'
import { TaskRow } from './TaskRow.tsx'

/** The tasks of a client: due today, coming soon, and done. */
export function Mine() {
  const { t } = useTranslation('tasks')
  const read = useQuery(query.task.mine.queryOptions({ input: {} }))
  const [all, setAll] = useState(false)
  const { today = [], soon = [], done = [], doneCount = 0 } = read.data ?? {}
  const therapists = [...new Set([...today, ...soon, ...done].map((task) => task.therapist.name))]
  const from = new Intl.ListFormat(currentLanguage()).format(therapists)
  const firstOverdue = today.find((task) => task.overdue)
  const none = read.data && today.length + soon.length + doneCount === 0
  return (
    <div className={classes.page}>
      <PageHead
        title={t('title')}
        facts={read.data ? (from ? `${t('mine.from', { name: from })} ${t('mine.decline')}` : null) : '\u00a0'}
      />
      {read.isPending && (
        <Panel>
          <RowSkeletons rows={5} avatar={false} />
        </Panel>
      )}
      {read.isError && !read.data && (
        <Panel>
          <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
        </Panel>
      )}
      {none && (
        <Panel>
          <Empty icon={IconListCheck} title={t('empty.mine')} text={t('empty.mineText')} />
        </Panel>
      )}
      {read.data && !none && (
        <>
          <Section title={t('mine.today')} count={today.length} rows>
            {today.length === 0 && <p className={classes.none}>{t('empty.today')}</p>}
            {today.map((task) => (
              <TaskRow key={task.id} task={task} filled={task.id === firstOverdue?.id} />
            ))}
          </Section>
          {soon.length > 0 && (
            <Section title={t('mine.soon')} count={soon.length} rows>
              {soon.map((task) => (
                <TaskRow key={task.id} task={task} />
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
                done.map((task) => <TaskRow key={task.id} task={task} menu={false} />)
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
    query.task.list.infiniteOptions({
      input: (after: string | undefined) => ({ part: 'ended', after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  const tasks = pages.data?.pages.flatMap((page) => page.items) ?? first
  return (
    <>
      {tasks.map((task) => (
        <TaskRow key={task.id} task={task} menu={false} />
      ))}
      {pages.isError && <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void pages.refetch()} />}
      {pages.hasNextPage && (
        <More words={t('more')} loading={pages.isFetchingNextPage} onMore={() => void pages.fetchNextPage()} />
      )}
    </>
  )
}

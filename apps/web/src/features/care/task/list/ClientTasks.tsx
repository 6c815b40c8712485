import type { Task } from '@attune/contract/features/care/task/task'
import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc, type api } from '../../../../platform/api/api.ts'
import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { LoadMoreButton } from '../../../../ui/page/loading/LoadMoreButton.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { RevealTogether } from '../../../../ui/page/loading/RevealTogether.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Card, Section } from '../../../../ui/page/Section.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import classes from './ClientTasks.module.css'
import { MyTaskRow } from './MyTaskRow.tsx'

const OwnProgress = lazyInBoundary(() => import('../progress/OwnProgress.tsx'), 'OwnProgress')

type TaskGroups = Awaited<ReturnType<typeof api.task.mine>>

/**
 * Shows a client's tasks in groups: open tasks for today, tasks that are due later and not started, the client's own progress, and ended tasks.
 */
export function ClientTasks() {
  const { t } = useTranslation('tasks')
  const read = useQuery(orpc.task.mine.queryOptions({ input: {} }))
  const progress = useQuery(orpc.task.ownProgress.queryOptions({ input: {} }))
  const { today = [], soon = [], doneCount = 0 } = read.data ?? {}
  const skeleton = (
    <Card>
      <RowSkeletons rows={5} avatar={false} />
    </Card>
  )
  const empty = (
    <Card>
      <EmptyState icon={IconListCheck} title={t('empty.mine')} text={t('empty.mineText')} />
    </Card>
  )
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} facts={read.data ? assignedBy(read.data, t) : '\u00a0'} />
      <Query
        of={read}
        pending={skeleton}
        failed={t('loadFailed')}
        again={t('again')}
        card
        empty={today.length + soon.length + doneCount === 0 && empty}
      >
        {(groups) => (
          <RevealTogether waiting={skeleton}>
            <OpenTasks groups={groups} />
            <OwnProgress read={progress} />
            {groups.doneCount > 0 && <DoneTasks groups={groups} />}
          </RevealTogether>
        )}
      </Query>
    </div>
  )
}

/**
 * Returns a text that names the therapists who assigned the tasks, and says that the client can decline tasks. Returns
 * null without tasks.
 */
function assignedBy({ today, soon, done }: TaskGroups, t: TFunction<'tasks'>) {
  const therapists = [...new Set([...today, ...soon, ...done].map((task) => task.therapist.name))]
  if (therapists.length === 0) return null
  const name = new Intl.ListFormat(currentLanguage()).format(therapists)
  return `${t('mine.from', { name })} ${t('mine.decline')}`
}

function OpenTasks({ groups: { today, soon } }: { groups: TaskGroups }) {
  const { t } = useTranslation('tasks')
  const firstOverdue = today.find((task) => task.overdue)
  return (
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
    </>
  )
}

/** Shows the latest completed and declined tasks. A button shows all of them. */
function DoneTasks({ groups: { done, doneCount } }: { groups: TaskGroups }) {
  const { t } = useTranslation('tasks')
  const [all, setAll] = useState(false)
  return (
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
      {all ? <EndedTasks first={done} /> : done.map((task) => <MyTaskRow key={task.id} task={task} menu={false} />)}
    </Section>
  )
}

/** Lists all completed and declined tasks page by page. Shows the tasks in `first` until the first page is loaded. */
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
      {pages.isError && <Query of={pages} alsoStale failed={t('loadFailed')} again={t('again')} />}
      {pages.hasNextPage && (
        <LoadMoreButton
          label={t('more')}
          loading={pages.isFetchingNextPage}
          onMore={() => void pages.fetchNextPage()}
        />
      )}
    </>
  )
}

import type { ClientId } from '@attune/contract/common/ids'
import { questionnaires } from '@attune/contract/features/care/task/task.rules'
import { NativeSelect, SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { curvesOf } from './curves.ts'
import { CheckInChart, CurveChart, ScoreChart, WeeklyTasksChart, type TaskProgressData } from './task-charts.tsx'
import classes from './progress.module.css'
import { TaskProgressTable } from './TaskProgressTable.tsx'

const spans = [12, 26, 52] as const

/** Shows the progress of a client as charts or tables: tasks by week, check-in values and questionnaire scores. */
export function TaskProgress({ clientId }: { clientId: ClientId }) {
  const { t } = useTranslation(['taskProgress', 'tasks'])
  const [weeks, setWeeks] = useState<number>(12)
  const [table, setTable] = useState(false)
  const read = useQuery(orpc.task.progress.queryOptions({ input: { clientId, weeks } }))
  const data = read.data
  const sum = (key: 'due' | 'completed' | 'declined') => (data?.weeks ?? []).reduce((all, week) => all + week[key], 0)
  const summary = data && t('sum', { due: sum('due'), completed: sum('completed'), declined: sum('declined') })
  const hasNoTasks = data && data.weeks.every(({ due, completed, declined }) => due + completed + declined === 0)
  const hasNoData = hasNoTasks && data.checkIns.length + data.scores.length + curvesOf(data).length === 0
  return (
    <Section
      title={t('tasks:progress')}
      hint={summary ?? '\u00a0'}
      action={
        <div className={classes.choices}>
          <SegmentedControl
            size="xs"
            aria-label={t('view.label')}
            value={table ? 'table' : 'chart'}
            onChange={(next) => setTable(next === 'table')}
            data={(['chart', 'table'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
          />
          <NativeSelect
            aria-label={t('span')}
            value={String(weeks)}
            data={spans.map((count) => ({ value: String(count), label: t('weeks', { count }) }))}
            onChange={(event) => setWeeks(Number(event.currentTarget.value))}
          />
        </div>
      }
    >
      {read.isPending && <Skeleton className={classes.waiting} />}
      {read.isError && !data && <Query of={read} failed={t('tasks:loadFailed')} again={t('tasks:again')} />}
      {hasNoData && <p className={classes.empty}>{t('empty')}</p>}
      {data && !hasNoData && table && <TaskProgressTable data={data} />}
      {data && !hasNoData && !table && <ProgressCharts data={data} summary={hasNoTasks ? null : (summary ?? '')} />}
    </Section>
  )
}

/** Shows the charts. `summary` describes the tasks by week; they are not shown if it is null. */
function ProgressCharts({ data, summary }: { data: TaskProgressData; summary: string | null }) {
  return (
    <div className={classes.charts}>
      {summary !== null && <WeeklyTasksChart weeks={data.weeks} summary={summary} />}
      {data.checkIns.length > 0 && <CheckInChart items={data.checkIns} />}
      {questionnaires.map((name) => (
        <ScoreChart key={name} name={name} items={data.scores.filter((one) => one.name === name)} />
      ))}
      {curvesOf(data).map((curve) => (
        <CurveChart key={curve.id} curve={curve} />
      ))}
    </div>
  )
}

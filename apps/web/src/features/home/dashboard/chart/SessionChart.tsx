import type { ChartPeriod } from '@attune/contract/features/schedule/session/session.schemas'
import { chartPeriods } from '@attune/contract/features/schedule/session/session.rules'
import { Button, NativeSelect, SegmentedControl, Skeleton } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { browserStorage } from '../../../../platform/safe-storage.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { useDurationText } from '../use-duration-text.ts'
import { SessionBars, type ChartMeasure } from './SessionBars.tsx'
import classes from './chart.module.css'
import { ChartTable } from './ChartTable.tsx'
import type { SessionChartItem } from './use-period-labels.ts'

const periodKey = 'attune-chart-period'
const isPeriod = (value: string | null): value is ChartPeriod => chartPeriods.some((period) => period === value)
const measures = ['sessions', 'hours'] as const satisfies ChartMeasure[]

type Display = { measure: ChartMeasure; asTable: boolean }
type Props = { viewer: 'therapist' | 'client'; title: string }

/** Shows completed and planned sessions by day, week, month, quarter or year, as bars or as a table. */
export function SessionChart({ viewer, title }: Props) {
  const { t } = useTranslation('charts')
  const [period, setPeriod] = useState<ChartPeriod>(() => {
    const last = browserStorage.get(periodKey)
    return isPeriod(last) ? last : viewer === 'therapist' ? 'weekly' : 'monthly'
  })
  const [display, setDisplay] = useState<Display>({ measure: 'sessions', asTable: false })
  const read = useQuery(orpc.session.chart.queryOptions({ input: { period } }))
  const choose = (next: string) => {
    if (!isPeriod(next)) return
    browserStorage.set(periodKey, next)
    setPeriod(next)
  }
  const items = read.data?.items
  const empty = items?.every((item) => item.held + item.planned === 0)
  const summary = useSummary(items ?? [], period)
  return (
    <Section
      title={title}
      hint={<div className={classes.summary}>{items && summary}</div>}
      action={
        <NativeSelect
          aria-label={t('period')}
          value={period}
          data={chartPeriods.map((value) => ({ value, label: t(`periods.${value}`) }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      }
    >
      {!items && !read.isError && <Skeleton className={classes.waiting} />}
      {read.isError && !items && <Query of={read} failed={t('failed')} again={t('again')} />}
      {items && empty && <p className={classes.empty}>{t('empty')}</p>}
      {items && !empty && (
        <ChartBody {...{ items, period, summary, display }} hours={viewer === 'therapist'} onDisplay={setDisplay} />
      )}
    </Section>
  )
}

type ChartBodyProps = {
  items: readonly SessionChartItem[]
  period: ChartPeriod
  summary: string
  hours: boolean
  display: Display
}

/** Renders the chart or the table, with controls to switch between the two, and between sessions and hours. */
function ChartBody({ onDisplay, ...props }: ChartBodyProps & { onDisplay: (display: Display) => void }) {
  const { items, period, summary, hours, display } = props
  const { t } = useTranslation('charts')
  const { asTable, measure } = display
  const Icon = asTable ? IconChartBar : IconTable
  return (
    <>
      {asTable ? (
        <ChartTable items={items} period={period} />
      ) : (
        <SessionBars items={items} period={period} measure={measure} summary={summary} />
      )}
      <div className={classes.foot}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => onDisplay({ ...display, asTable: !asTable })}
        >
          {t(asTable ? 'asChart' : 'asTable')}
        </Button>
        {hours && !asTable && (
          <SegmentedControl
            size="xs"
            aria-label={t('measure')}
            value={measure}
            onChange={(next) => onDisplay({ ...display, measure: next as ChartMeasure })}
            data={measures.map((value) => ({ value, label: t(`measures.${value}`) }))}
          />
        )}
      </div>
    </>
  )
}

/**
 * Returns the summary of the chart: 'Last 12 weeks: 96 sessions, 80 h. This week: 14 completed, 6 scheduled.'
 */
function useSummary(items: readonly SessionChartItem[], period: ChartPeriod): string {
  const { t } = useTranslation('charts')
  const length = useDurationText()
  const total = (key: 'held' | 'heldMinutes') => items.reduce((sum, item) => sum + item[key], 0)
  const present = items.at(-1)
  const now = [
    t('sum.held', { count: present?.held ?? 0 }),
    ...(present?.planned ? [t('sum.planned', { count: present.planned })] : []),
  ]
  const all = t('sum.all', { count: total('held'), length: length(total('heldMinutes')) })
  return `${t(`within.${period}`, { count: items.length, all })} ${t(`now.${period}`, { now: now.join(', ') })}`
}

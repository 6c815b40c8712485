import { chartPeriods } from '@attune/contract/features/schedule/session/session.rules'
import type { ChartPeriod } from '@attune/contract/features/schedule/session/session.schemas'
import { Button, Group, NativeSelect, Skeleton } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc, type api } from '../../../../platform/api/api.ts'
import { browserStorage } from '../../../../platform/safe-storage.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import classes from './chart.module.css'
import { firstWeekday } from './first-weekday.ts'
import { MoneyBars } from './MoneyBars.tsx'
import { MoneyTable } from './MoneyTable.tsx'

export type MoneyOfCurrency = Awaited<ReturnType<typeof api.payment.chart>>['currencies'][number]

const periodKey = 'attune-money-period'

/** Shows the issued and received amounts by day, week, month, quarter or year, as bars or as a table, one currency at a time. */
export function MoneyChart({ title }: { title: string }) {
  const { t } = useTranslation(['charts', 'moneyChart'])
  const { language } = useLocale()
  const [period, setPeriod] = useState<ChartPeriod>(
    () => chartPeriods.find((one) => one === browserStorage.get(periodKey)) ?? 'monthly',
  )
  const [currency, setCurrency] = useState<string | null>(null)
  const read = useQuery(orpc.payment.chart.queryOptions({ input: { period, firstWeekday: firstWeekday(language) } }))
  useSubscription('payments', () => void read.refetch())
  useSubscription('invoices', () => void read.refetch())
  const all = read.data?.currencies
  const shown = all?.find((one) => one.currency === currency) ?? all?.[0]
  const summary = useMoneySummary(shown, period)
  const choose = (next: ChartPeriod) => {
    browserStorage.set(periodKey, next)
    setPeriod(next)
  }
  return (
    <Section
      title={title}
      hint={<div className={classes.longSummary}>{summary}</div>}
      action={
        <Group gap="xs">
          {all && all.length > 1 && (
            <NativeSelect
              aria-label={t('moneyChart:currency')}
              value={shown?.currency ?? ''}
              data={all.map((one) => one.currency)}
              onChange={(event) => setCurrency(event.currentTarget.value)}
            />
          )}
          <NativeSelect
            aria-label={t('period')}
            value={period}
            data={chartPeriods.map((value) => ({ value, label: t(`periods.${value}`) }))}
            onChange={(event) => choose(event.currentTarget.value as ChartPeriod)}
          />
        </Group>
      }
    >
      {!all && !read.isError && <Skeleton className={classes.waiting} />}
      {read.isError && !all && <Query of={read} failed={t('failed')} again={t('again')} />}
      {all && !shown && <p className={classes.empty}>{t('moneyChart:empty')}</p>}
      {shown && <MoneyBody of={shown} period={period} summary={summary} />}
    </Section>
  )
}

type BodyProps = { of: MoneyOfCurrency; period: ChartPeriod; summary: string }

/** Renders the chart or the table, with a button to switch between the two. */
function MoneyBody(props: BodyProps) {
  const { t } = useTranslation('charts')
  const [asTable, setAsTable] = useState(false)
  const Icon = asTable ? IconChartBar : IconTable
  return (
    <>
      {asTable ? <MoneyTable of={props.of} period={props.period} /> : <MoneyBars {...props} />}
      <div className={classes.foot}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => setAsTable(!asTable)}
        >
          {t(asTable ? 'asChart' : 'asTable')}
        </Button>
      </div>
    </>
  )
}

/** Returns the summary of the chart: 'This month: €380.00 issued, €190.00 received.' and the open amount. */
function useMoneySummary(of: MoneyOfCurrency | undefined, period: ChartPeriod): string {
  const { t } = useTranslation(['charts', 'moneyChart'])
  const { language } = useLocale()
  const present = of?.items.at(-1)
  if (!of || !present) return ''
  const text = (minor: string) => moneyText(minor, of.currency, language)
  const total = (key: 'openMinor' | 'overdueMinor') =>
    text(of.items.reduce((sum, item) => sum + BigInt(item[key]), 0n).toString())
  const sums = { issued: text(present.issuedMinor), received: text(present.receivedMinor) }
  const now = t(`now.${period}`, { now: t('moneyChart:sum', sums) })
  return `${now} ${t('moneyChart:openNow', { open: total('openMinor'), overdue: total('overdueMinor') })}`
}

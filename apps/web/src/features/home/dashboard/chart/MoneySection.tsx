import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import { LazyWhenVisible } from '../../../../ui/page/loading/LazyWhenVisible.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from './chart.module.css'

const MoneyChart = lazyInBoundary(() => import('./MoneyChart.tsx'), 'MoneyChart')

/**
 * Shows the issued, received, open and overdue amounts over time [9.05], for a therapist who uses payments. Loads its code
 * shortly before the section scrolls into view.
 */
export function MoneySection() {
  const { t } = useTranslation('dashboard')
  const access = useQuery(orpc.business.access.queryOptions({ input: {} }))
  if (!access.data?.open) return null
  const title = t('chart.money')
  const waiting = (
    <Section title={title} hint={<div className={classes.longSummary} />}>
      <Skeleton className={classes.waiting} />
    </Section>
  )
  return (
    <LazyWhenVisible waiting={waiting}>
      <Suspense fallback={waiting}>
        <MoneyChart title={title} />
      </Suspense>
    </LazyWhenVisible>
  )
}

import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import { LazyWhenVisible } from '../../../../ui/page/loading/LazyWhenVisible.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from './chart.module.css'

const SessionChart = lazyInBoundary(() => import('./SessionChart.tsx'), 'SessionChart')

/**
 * Shows a chart of sessions and hours over time [9.05]. Loads its code shortly before the section scrolls into view.
 */
export function ChartSection({ viewer }: { viewer: 'therapist' | 'client' }) {
  const { t } = useTranslation('dashboard')
  const title = t(`chart.${viewer}`)
  const waiting = (
    <Section title={title} hint={<div className={classes.summary} />}>
      <Skeleton className={classes.waiting} />
    </Section>
  )
  return (
    <LazyWhenVisible waiting={waiting}>
      <Suspense fallback={waiting}>
        <SessionChart viewer={viewer} title={title} />
      </Suspense>
    </LazyWhenVisible>
  )
}

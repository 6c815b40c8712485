import type { ClientId } from '@attune/contract/common/ids'
import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { LazyWhenVisible } from '../../../../ui/page/loading/LazyWhenVisible.tsx'
import classes from './progress.module.css'

const TaskProgress = lazyInBoundary(() => import('./TaskProgress.tsx'), 'TaskProgress')

/** Shows the progress of a client over time. Loads the code when the user scrolls near the section. */
export function LazyTaskProgress({ clientId }: { clientId: ClientId }) {
  const { t } = useTranslation('tasks')
  const skeleton = (
    <Section title={t('progress')}>
      <Skeleton className={classes.waiting} />
    </Section>
  )
  return (
    <LazyWhenVisible waiting={skeleton}>
      <Suspense fallback={skeleton}>
        <TaskProgress clientId={clientId} />
      </Suspense>
    </LazyWhenVisible>
  )
}

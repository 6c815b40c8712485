import { Skeleton } from '@mantine/core'
import { Suspense, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../ui/Section.tsx'
import { Near } from '../../../ui/Near.tsx'
import classes from './progress.module.css'

const Progress = lazy(() => import('./Progress.tsx').then((file) => ({ default: file.Progress })))

/** How a client has done over time; its files are fetched when it is come near to. */
export function ProgressSection({ clientId }: { clientId: string }) {
  const { t } = useTranslation('tasks')
  const waiting = (
    <Section title={t('progress')}>
      <Skeleton className={classes.waiting} />
    </Section>
  )
  return (
    <Near waiting={waiting}>
      <Suspense fallback={waiting}>
        <Progress clientId={clientId} />
      </Suspense>
    </Near>
  )
}

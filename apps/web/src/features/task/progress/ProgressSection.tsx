import { Skeleton } from '@mantine/core'
import { Suspense, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../ui/Section.tsx'
import { Near } from '../../../ui/Near.tsx'
import classes from './progress.module.css'

const Progress = lazy(() => import('./Progress.tsx').then((file) => ({ default: file.Progress })))

/** The progress of a client over time. Its code is loaded when the section is scrolled near. */
export function ProgressSection({ clientId }: { clientId: string }) {
  const { t } = useTranslation('tasks')
  const skeleton = (
    <Section title={t('progress')}>
      <Skeleton className={classes.waiting} />
    </Section>
  )
  return (
    <Near waiting={skeleton}>
      <Suspense fallback={skeleton}>
        <Progress clientId={clientId} />
      </Suspense>
    </Near>
  )
}

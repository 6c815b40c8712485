import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { Columns, PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Section.tsx'
import { LoadFailed } from '../../ui/Waiting.tsx'
import { SessionDialogs } from '../session/session.ts'
import { useLiveHours } from './live.ts'

// Loads the code of the form in parallel with its data.
const form = import('./TimetableForm.tsx')
const TimetableForm = lazy(() => form.then((file) => ({ default: file.TimetableForm })))

/** A therapist's availability: weekly hours, day overrides, absences and booking rules. */
export function TimetablePage() {
  const { t } = useTranslation('timetable')
  useLiveHours()
  const read = useQuery({ ...query.availability.mine.queryOptions({ input: {} }), refetchOnMount: 'always' })
  if (read.data)
    return (
      <SessionDialogs>
        <Suspense fallback={<TimetableSkeleton />}>
          <TimetableForm saved={read.data} />
        </Suspense>
      </SessionDialogs>
    )
  if (!read.isError) return <TimetableSkeleton />
  return (
    <>
      <PageHead title={t('title')} facts={t('facts')} />
      <Panel>
        <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
      </Panel>
    </>
  )
}

function TimetableSkeleton() {
  const { t } = useTranslation('timetable')
  return (
    <>
      <PageHead title={t('title')} facts={t('facts')} />
      <Columns main={<Skeleton height={560} radius={14} />} side={<Skeleton height={320} radius={14} />} />
    </>
  )
}

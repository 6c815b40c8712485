import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { orpc } from '../../../../platform/api/api.ts'
import { PageColumns, PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { SessionDialogProvider } from '../../session/session.ts'
import { useSubscribeToAvailability } from '../use-availability-updates.ts'

const loadForm = () => import('./TimetableForm.tsx')
const TimetableForm = lazyNamed(loadForm, 'TimetableForm', <TimetableSkeleton />)

/** The page on which a therapist edits weekly hours, day overrides, absences and booking rules. */
export function TimetablePage() {
  const { t } = useTranslation('timetable')
  useSubscribeToAvailability()
  // Loads the code of the form in parallel with its data.
  useEffect(() => void loadForm(), [])
  const read = useQuery({ ...orpc.availability.mine.queryOptions({ input: {} }), refetchOnMount: 'always' })
  if (read.data)
    return (
      <SessionDialogProvider>
        <TimetableForm saved={read.data} />
      </SessionDialogProvider>
    )
  if (!read.isError) return <TimetableSkeleton />
  return (
    <>
      <PageHeader title={t('title')} facts={t('facts')} />
      <Query of={read} failed={t('loadFailed')} again={t('again')} card />
    </>
  )
}

function TimetableSkeleton() {
  const { t } = useTranslation('timetable')
  return (
    <>
      <PageHeader title={t('title')} facts={t('facts')} />
      <PageColumns main={<Skeleton height={560} radius={14} />} side={<Skeleton height={320} radius={14} />} />
    </>
  )
}

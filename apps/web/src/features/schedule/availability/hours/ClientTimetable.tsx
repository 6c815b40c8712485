import type { TherapistId } from '@attune/contract/common/ids'
import type { BookableHours } from '@attune/contract/features/schedule/availability/availability'
import type { ConnectedTherapist } from '@attune/contract/features/people/connection/connection'
import { Skeleton, Tabs } from '@mantine/core'
import { IconCalendarOff, IconHeartHandshake } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { cityOf, clocksDiffer, timeText } from '../../../../ui/page/date-text.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Card, Section } from '../../../../ui/page/Section.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import { useSessionRefusalText } from '../../session/session.ts'
import { BookButton } from '../BookButton.tsx'
import { ScrollRow } from '../../../../ui/page/row/ScrollRow.tsx'
import classes from './client-timetable.module.css'
import { HoursOfDays, HoursOfWeek } from './HoursList.tsx'

/** Shows a client the bookable hours of each connected therapist, with one tab per therapist [2.15]. */
export function ClientTimetable() {
  const { t } = useTranslation('timetable')
  const read = useQuery(orpc.connection.therapists.queryOptions({ input: {} }))
  useSubscription('clients', () => void read.refetch())
  const therapists = read.data?.items.filter(({ status }) => status === 'connected') ?? []
  return (
    <>
      <PageHeader title={t('title')} facts={t('client.facts')} actions={therapists.length > 0 && <BookButton />} />
      <Query
        of={read}
        pending={<Skeleton height={420} radius={14} />}
        failed={t('client.failed')}
        again={t('again')}
        card
        empty={read.data !== undefined && therapists.length === 0 && <NoTherapist />}
      >
        {() => <TherapistTabs therapists={therapists} />}
      </Query>
    </>
  )
}

function NoTherapist() {
  const { t } = useTranslation('timetable')
  return (
    <Card>
      <EmptyState icon={IconHeartHandshake} title={t('client.noTherapist')} text={t('client.noTherapistHint')} />
    </Card>
  )
}

/** Renders one tab per therapist. For a single therapist, renders the hours without tabs. */
function TherapistTabs({ therapists }: { therapists: ConnectedTherapist[] }) {
  const { t } = useTranslation('timetable')
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = therapists.find(({ therapistId }) => therapistId === chosen) ?? therapists[0]
  if (!shown) return null
  if (therapists.length === 1) return <TherapistHours therapist={shown} />
  return (
    <Tabs value={shown.therapistId} onChange={setChosen} keepMounted={false}>
      <ScrollRow below>
        <Tabs.List aria-label={t('client.therapists')}>
          {therapists.map((therapist) => (
            <Tabs.Tab key={therapist.therapistId} value={therapist.therapistId}>
              {therapist.name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </ScrollRow>
      {therapists.map((therapist) => (
        <Tabs.Panel key={therapist.therapistId} value={therapist.therapistId}>
          <TherapistHours therapist={therapist} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function TherapistHours({ therapist }: { therapist: ConnectedTherapist }) {
  const { t } = useTranslation('timetable')
  const refusal = useSessionRefusalText('client')
  const read = useBookableHours(therapist.therapistId)
  if (read.data) return <Hours therapist={therapist} hours={read.data} />
  if (read.isPending) return <Skeleton height={420} radius={14} />
  const inactive = errorCode(read.error) === 'CLIENT_INACTIVE'
  return <Query of={read} failed={inactive ? refusal(read.error) : t('client.failed')} again={t('again')} card />
}

function Hours({ therapist, hours }: { therapist: ConnectedTherapist; hours: BookableHours }) {
  const { t } = useTranslation('timetable')
  if (hours.weekly.length === 0 && hours.days.every(({ ranges }) => ranges.length === 0))
    return (
      <Card>
        <EmptyState
          icon={IconCalendarOff}
          title={t('empty.title')}
          text={t('client.noHours', { name: therapist.name })}
        />
      </Card>
    )
  return (
    <div className={classes.sections}>
      <Section title={therapist.name} hint={<TherapistZone zone={hours.zone} />} rows>
        <HoursOfWeek weekly={hours.weekly} />
      </Section>
      {hours.days.length > 0 && (
        <Section title={t('client.otherHours')} rows>
          <HoursOfDays days={hours.days} />
        </Section>
      )}
    </div>
  )
}

/** Shows the time zone of the hours and, if it differs from the client's clock, the current time in that zone. */
function TherapistZone({ zone }: { zone: string }) {
  const { t } = useTranslation('timetable')
  const locale = useLocale()
  const now = useNow().toISOString()
  const city = cityOf(zone)
  return (
    <MetaList>
      {t('zone', { city })}
      {clocksDiffer(now, locale.zone, zone) && t('client.clock', { time: timeText(now, { ...locale, zone }) })}
    </MetaList>
  )
}

/** Loads the bookable hours of a therapist. Refetches them when the therapist changes them. */
function useBookableHours(therapistId: TherapistId) {
  const client = useQueryClient()
  const options = orpc.availability.hours.queryOptions({ input: { therapistId } })
  useSubscription('free_times', () => void client.invalidateQueries({ queryKey: options.queryKey }), {
    column: 'therapist_id',
    op: 'eq',
    value: therapistId,
  })
  return useQuery({ ...options, refetchOnMount: 'always' })
}

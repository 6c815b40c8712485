import type { TherapistId } from '@attune/contract/common/ids'
import type { ConnectedTherapist } from '@attune/contract/features/people/connection/connection'
import { NativeSelect, Skeleton } from '@mantine/core'
import { IconCalendarOff, IconHeartHandshake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { orpc } from '../../../../platform/api/api.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { useSubscribeToSessions } from '../../session/session.ts'

// Loads the code of the booking form in parallel with the list of therapists.
const book = import('./BookingForm.tsx')
const BookingForm = lazyNamed(() => book, 'BookingForm', <Skeleton height={420} radius={14} />)

const route = getRouteApi('/dashboard/$userType/sessions/book')

/** The page on which a client books a free time of a therapist. It shows times in the client's zone. */
export function BookingPage() {
  const { therapist } = route.useSearch()
  const navigate = useNavigate()
  return (
    <BookingView
      therapistId={therapist}
      onTherapist={(id) => void navigate({ to: '.', search: { therapist: id }, replace: true })}
    />
  )
}

type Props = { therapistId: TherapistId | undefined; onTherapist: (id: TherapistId) => void }

export function BookingView({ therapistId, onTherapist }: Props) {
  const { t } = useTranslation('booking')
  useSubscribeToSessions()
  const read = useQuery(orpc.connection.therapists.queryOptions({ input: {} }))
  const people = read.data?.items.filter(({ status }) => status === 'connected') ?? []
  const therapist = people.find((one) => one.therapistId === therapistId) ?? people[0]
  const terms = useTerms(therapist)
  const offered = useOfferedTypes(therapist)
  const minutes = offered.data?.items.length === 0 ? terms.data?.durationMinutes : undefined
  return (
    <>
      <PageHeader
        title={t('title')}
        avatar={<Avatar of={therapist} isLoading={read.isPending} />}
        facts={
          therapist ? (
            <Facts name={people.length === 1 ? therapist.name : null} minutes={minutes} />
          ) : (
            // Reserves the line, so that the content below does not move.
            read.isPending && '\u00a0'
          )
        }
        actions={
          people.length > 1 && (
            <NativeSelect
              aria-label={t('therapist')}
              value={therapist?.therapistId}
              data={people.map((one) => ({ value: one.therapistId, label: one.name }))}
              onChange={(event) => onTherapist(event.currentTarget.value)}
            />
          )
        }
      />
      {read.isError && !read.data ? (
        <Query of={read} failed={t('failed')} again={t('again')} card />
      ) : read.isPending || (therapist && offered.isPending) ? (
        <Skeleton height={420} radius={14} />
      ) : therapist ? (
        <BookingForm key={therapist.therapistId} therapist={therapist} terms={terms.data} />
      ) : (
        <NoTherapist icon={people.length ? IconCalendarOff : IconHeartHandshake} />
      )}
    </>
  )
}

/** The therapist's picture. Reserves its place while the therapist loads. */
function Avatar({ of: therapist, isLoading }: { of: ConnectedTherapist | undefined; isLoading: boolean }) {
  if (!therapist) return isLoading && <Skeleton circle height={48} />
  return <PersonAvatar personId={therapist.therapistId} name={therapist.name} url={therapist.avatarUrl} size={48} />
}

/**
 * Shows the therapist's name and the duration of the session. `name` is null if the client can choose between
 * therapists. `minutes` is undefined if the duration depends on the session type.
 */
function Facts({ name, minutes }: { name: string | null; minutes: number | undefined }) {
  const { t } = useTranslation('booking')
  return (
    <MetaList size={14}>
      {name ? t('with', { name }) : ''}
      {minutes ? t('minutes', { count: minutes }) : ''}
    </MetaList>
  )
}

function NoTherapist({ icon }: { icon: typeof IconCalendarOff }) {
  const { t } = useTranslation('booking')
  return (
    <Card>
      <EmptyState icon={icon} title={t('noTherapist.title')} text={t('noTherapist.text')} />
    </Card>
  )
}

const useTerms = (therapist: ConnectedTherapist | undefined) =>
  useQuery(
    orpc.terms.of.queryOptions({ input: { therapistId: therapist?.therapistId ?? '' }, enabled: Boolean(therapist) }),
  )

const useOfferedTypes = (therapist: ConnectedTherapist | undefined) =>
  useQuery(
    orpc.sessionType.offered.queryOptions({
      input: { therapistId: therapist?.therapistId ?? '' },
      enabled: Boolean(therapist),
    }),
  )

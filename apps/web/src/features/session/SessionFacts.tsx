import type { Session } from '@attune/contract/features/session'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { cityOf, clocksDiffer, dayOf, dayText, timeText } from '../../ui/moment.ts'
import { Pairs, Section } from '../../ui/Section.tsx'
import { FormatFact } from './marks.tsx'

type Pair = [name: string, value: ReactNode]

const isLink = (text: string) => /^https:\/\/\S+$/.test(text)

function Place({ session }: { session: Session }) {
  const { format, location } = session
  if (format === 'video' && isLink(location))
    return (
      <Anchor inherit href={location} target="_blank" rel="noopener noreferrer">
        {location}
      </Anchor>
    )
  if (format === 'phone' && /^\+?[\d\s()/.-]+$/.test(location))
    return (
      <Anchor inherit href={`tel:${location.replace(/[^+\d]/g, '')}`}>
        {location}
      </Anchor>
    )
  return <>{location}</>
}

/** The facts of a session, the therapist's clock beside the reader's where they differ. */
export function SessionFacts({ session, viewer }: { session: Session; viewer: 'therapist' | 'client' }) {
  const { t } = useTranslation('session')
  const reader = useReader()
  const range = (zone: string) => {
    const there = { ...reader, zone }
    const day = dayText(dayOf(session.startsAt, there), there, 'long')
    return `${day}, ${timeText(session.startsAt, there)}\u2060–\u2060${timeText(session.endsAt, there)}`
  }
  const therapistZone = session.therapist.zone
  const away = clocksDiffer(session.startsAt, reader.zone, therapistZone)
  const people = session.participants.map((person) => (
    <div key={person.clientId}>
      <Anchor
        inherit
        renderRoot={(props) => (
          <Link
            to="/dashboard/therapist/clients/$clientId/client-profile"
            params={{ clientId: person.clientId }}
            {...props}
          />
        )}
      >
        {`${person.firstName} ${person.lastName}`}
      </Anchor>
    </div>
  ))
  const pairs: Pair[] = [
    [t('details.time'), away ? `${range(reader.zone)} (${cityOf(reader.zone)})` : range(reader.zone)],
    ...(away ? [[t('details.therapistTime'), `${range(therapistZone)} (${cityOf(therapistZone)})`] as Pair] : []),
    [t('details.duration'), t('minutes', { count: session.durationMinutes })],
    [t('details.format'), <FormatFact key="format" session={session} />],
    ...(session.location ? [[t('details.location'), <Place key="place" session={session} />] as Pair] : []),
    [t('details.kind'), t(`kind.${session.therapyType}`)],
    viewer === 'therapist' ? [t('details.client'), people] : [t('details.therapist'), session.therapist.name],
  ]
  return (
    <Section title={t('details.title')}>
      <Pairs of={pairs} />
    </Section>
  )
}

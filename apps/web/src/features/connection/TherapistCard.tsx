import type { ConnectedTherapist } from '@attune/contract/features/connection'
import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { Facts } from '../../ui/Facts.tsx'
import { cityOf, clocksDiffer, dateText, dayOf, momentText, monthText, timeText } from '../../ui/moment.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Pairs, Section } from '../../ui/Section.tsx'
import { BookButton } from '../availability/availability.ts'
import { DisconnectButton } from './DisconnectButton.tsx'
import classes from './TherapistCard.module.css'
import { TherapistName, TherapistWords } from './TherapistFace.tsx'

type Props = { therapist: ConnectedTherapist; now: Date }

/** A connected therapist: profile, next session, and the buttons to book and to disconnect. */
export function TherapistCard({ therapist, now }: Props) {
  const { t } = useTranslation('connection')
  const reader = useReader()
  const { name, nextSession } = therapist
  return (
    <Section title={<TherapistName card={therapist} />}>
      <TherapistWords card={therapist} />
      <Pairs
        of={[
          [
            t('therapists.next'),
            nextSession ? (
              <Link
                key="next"
                className={classes.link}
                to="/dashboard/$userType/sessions/session-details"
                params={{ userType: 'client' }}
                search={{ id: nextSession.id }}
              >
                {momentText(nextSession.startsAt, reader, now)}
              </Link>
            ) : (
              <Text key="none" span c="dimmed" size="sm">
                {t('therapists.none')}
              </Text>
            ),
          ],
        ]}
      />
      <Group justify="space-between" gap="xs" mt="sm">
        <Text size="sm" c="dimmed">
          <ConnectedSince therapist={therapist} now={now} />
        </Text>
        <BookButton only variant="light" therapistId={therapist.therapistId} />
        <DisconnectButton clientId={therapist.clientId} name={name} viewer="client" />
      </Group>
    </Section>
  )
}

function ConnectedSince({ therapist, now }: Props) {
  const { t } = useTranslation('connection')
  const reader = useReader()
  const instant = now.toISOString()
  return (
    <Facts>
      {t('therapists.since', { when: monthText(therapist.since, reader) })}
      {clocksDiffer(instant, reader.zone, therapist.zone) &&
        t('therapists.clock', {
          time: timeText(instant, { ...reader, zone: therapist.zone }),
          city: cityOf(therapist.zone),
        })}
    </Facts>
  )
}

/** A therapist with whom the client was connected before. */
export function EarlierTherapist({ therapist }: { therapist: ConnectedTherapist }) {
  const { t } = useTranslation('connection')
  const reader = useReader()
  const ended = therapist.disconnectedAt ?? therapist.since
  return (
    <>
      <PersonAvatar name={therapist.name} url={therapist.avatarUrl} size={36} />
      <div>
        <Text fw={550}>{therapist.name}</Text>
        <Text size="sm" c="dimmed">
          {t('therapists.ended', { when: dateText(dayOf(ended, reader), reader.language) })}
        </Text>
      </div>
    </>
  )
}

import type { ConnectedTherapist } from '@attune/contract/features/people/connection/connection'
import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { dateText, localDay, momentText, monthOfText } from '../../../ui/page/date-text.ts'
import { PersonAvatar } from '../../../ui/page/row/PersonAvatar.tsx'
import { DefinitionList, Section } from '../../../ui/page/Section.tsx'
import { BookButton } from '../../schedule/availability/availability.ts'
import classes from './ConnectedTherapistCard.module.css'
import { TherapistHeading, TherapistAbout } from './TherapistAbout.tsx'

const UnreachableNotice = lazyNamed(() => import('../../care/safety/safety.ts'), 'UnreachableNotice')
const DisconnectButton = lazyNamed(() => import('./DisconnectButton.tsx'), 'DisconnectButton')

type Props = { therapist: ConnectedTherapist; now: Date }

/** Shows a connected therapist to the client: profile, next session, and the buttons to book and to disconnect. */
export function ConnectedTherapistCard({ therapist, now }: Props) {
  const { t } = useTranslation('connection')
  const locale = useLocale()
  const { name, nextSession } = therapist
  return (
    <Section title={<TherapistHeading card={therapist} />}>
      <TherapistAbout card={therapist} />
      {therapist.isUnreachable && <UnreachableNotice name={name} />}
      <DefinitionList
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
                {momentText(nextSession.startsAt, locale, now)}
              </Link>
            ) : (
              <Text key="none" span c="dimmed" size="sm">
                {t('therapists.none')}
              </Text>
            ),
          ],
        ]}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {t('therapists.since', { when: monthOfText(therapist.since, locale) })}
      </Text>
      <Group gap="xs" mt="sm">
        <BookButton only variant="light" therapistId={therapist.therapistId} />
        <DisconnectButton clientId={therapist.clientId} name={name} viewer="client" />
      </Group>
    </Section>
  )
}

/** Shows a therapist from whom the client is disconnected, with the date of the disconnection. */
export function FormerTherapist({ therapist }: { therapist: ConnectedTherapist }) {
  const { t } = useTranslation('connection')
  const locale = useLocale()
  const ended = therapist.disconnectedAt ?? therapist.since
  return (
    <>
      <PersonAvatar personId={therapist.therapistId} name={therapist.name} url={therapist.avatarUrl} size={36} />
      <div>
        <Text fw={550}>{therapist.name}</Text>
        <Text size="sm" c="dimmed">
          {t('therapists.ended', { when: dateText(localDay(ended, locale), locale.language) })}
        </Text>
      </div>
    </>
  )
}

import type { TherapistCard } from '@attune/contract/features/people/connection/connection'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { PersonAvatar } from '../../../ui/page/row/PersonAvatar.tsx'
import classes from './ConnectedTherapistCard.module.css'

/** Shows avatar and name of a therapist as the heading of a card. */
export function TherapistHeading({ card: { therapistId, name, avatarUrl } }: { card: TherapistCard }) {
  return (
    <span className={classes.title}>
      <PersonAvatar personId={therapistId} name={name} url={avatarUrl} size={56} />
      <span>{name}</span>
    </span>
  )
}

/** Shows the profile texts of a therapist: specialization, credentials, bio and 'about me'. */
export function TherapistAbout({ card }: { card: TherapistCard }) {
  const { t } = useTranslation('connection')
  const said = [
    ['bio', card.bio],
    ['about', card.aboutMe],
  ] as const
  return (
    <>
      <MetaList size={14}>
        {card.specialization}
        {card.credentials}
      </MetaList>
      {said.map(
        ([what, text]) =>
          text && (
            <div key={what} className={classes.about}>
              <Text size="xs" c="dimmed" component="h3" fw={550}>
                {t(`therapists.${what}`)}
              </Text>
              <p>{text}</p>
            </div>
          ),
      )}
    </>
  )
}

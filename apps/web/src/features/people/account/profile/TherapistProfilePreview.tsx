import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { TherapistHeading, TherapistAbout } from '../../connection/connection.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'

/** Shows the therapist's own card as connected clients see it. */
export function TherapistProfilePreview() {
  const { t } = useTranslation('account')
  const read = useQuery(
    orpc.account.therapistPreview.queryOptions({ input: {}, staleTime: 0, refetchOnMount: 'always' }),
  )
  if (!read.data)
    return (
      <Query
        of={read}
        pending={<Skeleton height={160} radius={14} />}
        failed={t('loadFailed')}
        again={t('again')}
        card
      />
    )
  const card = read.data
  return (
    <Section title={t('profile.preview')} hint={t('profile.previewHint')}>
      <Text fw={600} component="div">
        <TherapistHeading card={card} />
      </Text>
      <TherapistAbout card={card} />
      {!card.bio && !card.aboutMe && <Text c="dimmed">{t('profile.previewEmpty')}</Text>}
    </Section>
  )
}

import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { Card, Section } from '../../../../ui/page/Section.tsx'
import { LoadFailed } from '../../../../ui/page/loading/ListStates.tsx'
import { TherapistHeading, TherapistAbout } from '../../connection/connection.ts'

/** Shows the therapist's own card as connected clients see it. */
export function TherapistProfilePreview() {
  const { t } = useTranslation('account')
  const read = useQuery(
    orpc.account.therapistPreview.queryOptions({ input: {}, staleTime: 0, refetchOnMount: 'always' }),
  )
  if (read.isPending) return <Skeleton height={160} radius={14} />
  if (!read.data) {
    return (
      <Card>
        <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
      </Card>
    )
  }
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

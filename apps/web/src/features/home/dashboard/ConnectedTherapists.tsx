import type { ConnectedTherapist } from '@attune/contract/features/people/connection/connection'
import { Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { monthOfText } from '../../../ui/page/date-text.ts'
import { PersonAvatar } from '../../../ui/page/row/PersonAvatar.tsx'
import { CardRow, Section } from '../../../ui/page/Section.tsx'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { Pending } from '../../../ui/page/loading/RevealTogether.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import classes from './Side.module.css'

type Therapist = z.infer<typeof ConnectedTherapist>

/** Lists the connected therapists of a client with their profiles. */
export function ConnectedTherapists({ read }: { read: UseQueryResult<{ items: Therapist[] }, unknown> }) {
  const { t } = useTranslation('dashboard')
  if (read.isPending) return <Pending />
  if (read.isError && !read.data) {
    return (
      <Section title={t('client.therapist')}>
        <Query of={read} failed={t('client.therapistsFailed')} again={t('again')} />
      </Section>
    )
  }
  const people = (read.data?.items ?? []).filter(({ status }) => status === 'connected')
  if (people.length === 0) return null
  return (
    <Section
      title={t(people.length === 1 ? 'client.therapist' : 'client.therapists')}
      rows
      action={<TextLink to="/dashboard/client/therapists">{t('client.details')}</TextLink>}
    >
      {people.map((therapist) => (
        <CardRow key={therapist.therapistId}>
          <TherapistSummary therapist={therapist} />
        </CardRow>
      ))}
    </Section>
  )
}

function TherapistSummary({ therapist }: { therapist: Therapist }) {
  const { t } = useTranslation('dashboard')
  const locale = useLocale()
  return (
    <div className={classes.person}>
      <PersonAvatar personId={therapist.therapistId} name={therapist.name} url={therapist.avatarUrl} size={40} />
      <div className={classes.texts}>
        <Text fw={600}>{therapist.name}</Text>
        <MetaList>
          {therapist.specialization}
          {therapist.credentials}
        </MetaList>
        {therapist.aboutMe && <p className={classes.about}>{therapist.aboutMe}</p>}
        <Text size="xs" c="dimmed">
          {t('client.since', { when: monthOfText(therapist.since, locale) })}
        </Text>
      </div>
    </div>
  )
}

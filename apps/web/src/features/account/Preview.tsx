import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { Facts } from '../../ui/Facts.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Panel, Section } from '../../ui/Section.tsx'
import { LoadFailed } from '../../ui/Waiting.tsx'
import classes from './account.module.css'

/** A therapist's card as the connected clients see it, from the same place as theirs. */
export function Preview() {
  const { t } = useTranslation('account')
  const read = useQuery(
    query.account.therapistPreview.queryOptions({ input: {}, staleTime: 0, refetchOnMount: 'always' }),
  )
  if (read.isPending) return <Skeleton height={160} radius={14} />
  if (!read.data) {
    return (
      <Panel>
        <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
      </Panel>
    )
  }
  const { name, avatarUrl, specialization, credentials, aboutMe } = read.data
  return (
    <Section title={t('profile.preview')} hint={t('profile.previewHint')}>
      <div className={classes.preview}>
        <PersonAvatar name={name} url={avatarUrl} size={56} />
        <div>
          <Text fw={600}>{name}</Text>
          <Facts size={14}>
            {specialization}
            {credentials}
          </Facts>
          {aboutMe ? <p className={classes.said}>{aboutMe}</p> : <Text c="dimmed">{t('profile.previewEmpty')}</Text>}
        </div>
      </div>
    </Section>
  )
}

import type { TherapistProfile } from '@attune/contract/features/account'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Me } from '../../platform/login.ts'
import { Facts } from '../../ui/Facts.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Section } from '../../ui/Section.tsx'
import classes from './account.module.css'

/** A therapist's profile as the connected clients read it. */
export function Preview({ me, profile }: { me: Me; profile: TherapistProfile }) {
  const { t } = useTranslation('account')
  const empty = !profile.specialization && !profile.credentials && !profile.bio && !profile.aboutMe
  return (
    <Section title={t('profile.preview')} hint={t('profile.previewHint')}>
      <div className={classes.preview}>
        <PersonAvatar name={me.displayName} url={me.avatarUrl} size={56} />
        <div>
          <Text fw={600}>{me.displayName}</Text>
          <Facts size={14}>
            {profile.specialization}
            {profile.credentials}
          </Facts>
          {profile.aboutMe && <p className={classes.said}>{profile.aboutMe}</p>}
          {profile.bio && (
            <>
              <Text fw={600}>{t('profile.bio')}</Text>
              <p className={classes.said}>{profile.bio}</p>
            </>
          )}
          {empty && <Text c="dimmed">{t('profile.previewEmpty')}</Text>}
        </div>
      </div>
    </Section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { useMe } from '../../platform/login.ts'
import { Facts } from '../../ui/Facts.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Panel } from '../../ui/Section.tsx'
import { LoadFailed } from '../../ui/Waiting.tsx'
import { NamesForm } from './NamesForm.tsx'
import { PersonalSettings } from './PersonalSettings.tsx'
import { PracticeForm } from './PracticeForm.tsx'
import classes from './account.module.css'

/** Who somebody is here: names; for a therapist also what clients read about their work. */
export function ProfilePage() {
  const { t } = useTranslation('account')
  const me = useMe()
  if (!me) return null
  return (
    <div className={classes.page}>
      <PageHead
        title={me.displayName}
        avatar={<PersonAvatar name={me.displayName} url={me.avatarUrl} size={56} />}
        facts={
          <Facts size={14}>
            {t(`profile.role.${me.role}`)}
            {me.email}
          </Facts>
        }
      />
      <div className={classes.stack}>
        <NamesForm key={me.id} me={me} />
        {me.role === 'therapist' && <Practice />}
        {me.role === 'admin' && <PersonalSettings me={me} />}
      </div>
    </div>
  )
}

function Practice() {
  const { t } = useTranslation('account')
  const read = useQuery(query.account.therapistProfile.queryOptions({ input: {} }))
  if (read.data) return <PracticeForm profile={read.data} />
  if (read.isPending) return <Skeleton height={360} radius={14} />
  return (
    <Panel>
      <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
    </Panel>
  )
}

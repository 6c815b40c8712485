import { Button, Skeleton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useMe, type Me } from '../../../../platform/login/login.ts'
import { discardUnsaved, hasUnsavedChanges } from '../../../../platform/draft/unsaved.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { DefinitionList, Section } from '../../../../ui/page/Section.tsx'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { TherapistProfilePreview } from './TherapistProfilePreview.tsx'
import { useEditMode } from './use-edit-mode.ts'
import classes from '../account.module.css'

const EditProfile = lazy(() => import('./EditProfile.tsx'))
const DiscardDialog = lazyNamed(() => import('../../../../ui/dialog/DiscardDialog.tsx'), 'DiscardDialog')

/** Shows the profile of the signed-in person. Its edit mode changes avatar, names and the therapist profile. */
export function ProfilePage() {
  const me = useMe()
  const [mode, dispatch] = useEditMode()
  const [asked, setAsked] = useState(false)
  if (!me) return null
  const done = () => {
    setAsked(false)
    dispatch('done')
  }
  return (
    <div className={classes.page}>
      <PageHeader
        title={me.displayName}
        avatar={<PersonAvatar personId={me.id} name={me.displayName} url={me.avatarUrl} size={56} />}
        facts={<RoleAndEmail me={me} />}
        actions={
          <EditModeButton
            editing={mode.editing}
            onEdit={() => dispatch('edit')}
            onDone={() => (hasUnsavedChanges() ? setAsked(true) : done())}
          />
        }
      />
      <div className={classes.stack}>
        {mode.editing ? (
          <Suspense fallback={<Skeleton height={360} radius={14} />}>
            <EditProfile me={me} />
          </Suspense>
        ) : (
          <ProfileDetails me={me} />
        )}
      </div>
      {asked && <SignOutQuestionDialog onStay={() => setAsked(false)} onLeft={done} />}
    </div>
  )
}

function RoleAndEmail({ me }: { me: Me }) {
  const { t } = useTranslation('account')
  return (
    <MetaList size={14}>
      {t(`profile.role.${me.role}`)}
      {me.email}
    </MetaList>
  )
}

/** Asks whether to discard unsaved changes. */
function SignOutQuestionDialog({ onStay, onLeft }: { onStay: () => void; onLeft: () => void }) {
  const { t } = useTranslation('account')
  return (
    <DiscardDialog
      title={t('profile.leaveTitle')}
      text={t('profile.leaveText')}
      stay={t('profile.stay')}
      leave={t('profile.leave')}
      onStay={onStay}
      onLeave={() => {
        discardUnsaved()
        onLeft()
      }}
    />
  )
}

function EditModeButton({ editing, onEdit, onDone }: { editing: boolean; onEdit: () => void; onDone: () => void }) {
  const { t } = useTranslation('account')
  return editing ? (
    <Button variant="default" onClick={onDone}>
      {t('profile.done')}
    </Button>
  ) : (
    <Button leftSection={<IconPencil size={18} stroke={1.6} aria-hidden />} onClick={onEdit}>
      {t('profile.edit')}
    </Button>
  )
}

function ProfileDetails({ me }: { me: Me }) {
  const { t } = useTranslation('account')
  return (
    <>
      <Section
        title={t('profile.names')}
        hint={t(me.role === 'admin' ? 'profile.namesHintAdmin' : 'profile.namesHint')}
      >
        <DefinitionList
          of={[
            [t('profile.firstName'), me.firstName],
            [t('profile.lastName'), me.lastName],
            [t('profile.email'), me.email],
          ]}
        />
      </Section>
      {me.role === 'client' && (
        <Section
          title={t('settings.ownData')}
          action={<TextLink to="/dashboard/client/who-looked">{t('settings.accessLog')}</TextLink>}
        >
          {t('settings.accessLogHint')}
        </Section>
      )}
      {me.role === 'therapist' && <TherapistProfilePreview />}
    </>
  )
}

import { useTranslation } from 'react-i18next'
import type { Me } from '../../../../platform/login/login.ts'
import { AvatarField } from './AvatarField.tsx'
import { NamesForm } from './NamesForm.tsx'
import { TherapistProfileQuery } from './TherapistProfileQuery.tsx'
import { TherapistProfileForm } from './TherapistProfileForm.tsx'

/** Renders the edit mode of the profile page. Each card is saved separately. */
export default function EditProfile({ me }: { me: Me }) {
  const { t } = useTranslation('account')
  return (
    <>
      <AvatarField me={me} />
      <NamesForm key={me.id} me={me} />
      {me.role === 'therapist' && (
        <TherapistProfileQuery>
          {(profile) => (
            <TherapistProfileForm profile={profile} title={t('profile.practice')} hint={t('profile.practiceHint')} />
          )}
        </TherapistProfileQuery>
      )}
    </>
  )
}

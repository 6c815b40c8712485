import { useTranslation } from 'react-i18next'
import type { Me } from '../../platform/login.ts'
import { AvatarField } from './AvatarField.tsx'
import { NamesForm } from './NamesForm.tsx'
import { Practice } from './Practice.tsx'
import { PracticeForm } from './PracticeForm.tsx'

/** The edit mode of the profile page. Each card saves separately. */
export default function EditProfile({ me }: { me: Me }) {
  const { t } = useTranslation('account')
  return (
    <>
      <AvatarField me={me} />
      <NamesForm key={me.id} me={me} />
      {me.role === 'therapist' && (
        <Practice>
          {(profile) => (
            <PracticeForm profile={profile} title={t('profile.practice')} hint={t('profile.practiceHint')} />
          )}
        </Practice>
      )}
    </>
  )
}

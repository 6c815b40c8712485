import { useMe } from '../../../../platform/login/login.ts'
import { AppearanceSettings } from './AppearanceSettings.tsx'
import { ProfileLink } from './ProfileLink.tsx'

/** The page for language and appearance, with a link to the profile. An admin's profile is on the list beside it. */
export function AppearancePage() {
  const me = useMe()
  if (!me) return null
  return (
    <>
      <AppearanceSettings me={me} />
      {me.role !== 'admin' && <ProfileLink me={me} />}
    </>
  )
}

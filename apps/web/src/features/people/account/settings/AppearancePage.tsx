import { useMe } from '../../../../platform/login/login.ts'
import { AppearanceSettings } from './AppearanceSettings.tsx'
import { ProfileLink } from './ProfileLink.tsx'

/** The page for language and appearance, with a link to the profile. An admin gets no link, because the list beside the page contains the profile. */
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

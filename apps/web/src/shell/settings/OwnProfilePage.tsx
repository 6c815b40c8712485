import { Skeleton } from '@mantine/core'
import { ProfilePage } from '../../features/people/account/profile/ProfilePage.tsx'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { useMe } from '../../platform/login/login.ts'

const SettingsPage = lazyNamed(
  () => import('./SettingsPage.tsx'),
  'SettingsPage',
  <Skeleton height={320} radius={14} />,
)

/** The profile of the signed-in person. For an admin, it is the first page of the admin's own settings [2.05]. */
export function OwnProfilePage() {
  const me = useMe()
  if (!me) return null
  return me.role === 'admin' ? <SettingsPage area="profile" /> : <ProfilePage />
}

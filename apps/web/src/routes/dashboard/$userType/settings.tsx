import { createFileRoute, redirect } from '@tanstack/react-router'
import { cachedLogin } from '../../../platform/login/login.ts'
import { SettingsPage } from '../../../shell/settings/SettingsPage.tsx'

type Search = {
  /** The tab that an old address of the settings contains. */
  tab?: unknown
  /** `connected`: the connected Google account. `refused`: the reason why none was connected. */
  connected?: unknown
  refused?: unknown
}

export const Route = createFileRoute('/dashboard/$userType/settings')({
  validateSearch: ({ tab, connected, refused }: Search): Search => ({ tab, connected, refused }),
  beforeLoad: async ({ location }) => {
    if (location.searchStr === '' && location.hash === '') return
    const [login, { movedSettingsAddress }] = await Promise.all([
      cachedLogin(),
      import('../../../shell/settings/old-address.ts'),
    ])
    const moved = login && movedSettingsAddress(login.role, location)
    if (moved) throw redirect({ href: moved, replace: true })
  },
  component: () => <SettingsPage area="settings" />,
})

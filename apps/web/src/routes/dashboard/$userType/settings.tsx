import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../../../features/account/SettingsPage.tsx'

type Search = { tab?: 'sessions' }

export const Route = createFileRoute('/dashboard/$userType/settings')({
  validateSearch: (search): Search => (search.tab === 'sessions' ? { tab: 'sessions' } : {}),
  component: SettingsPage,
})

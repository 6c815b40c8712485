import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../../../features/account/SettingsPage.tsx'

type Search = { tab?: 'sessions' | 'calendars' }

export const Route = createFileRoute('/dashboard/$userType/settings')({
  validateSearch: (search): Search =>
    search.tab === 'sessions' || search.tab === 'calendars' ? { tab: search.tab } : {},
  component: SettingsPage,
})

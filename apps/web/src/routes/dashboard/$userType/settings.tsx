import { createFileRoute } from '@tanstack/react-router'
import { parseSettingsSearch } from '../../../features/people/account/settings-search.ts'
import { SettingsPage } from '../../../features/people/account/SettingsPage.tsx'

export const Route = createFileRoute('/dashboard/$userType/settings')({
  validateSearch: (search) => parseSettingsSearch(search),
  component: SettingsPage,
})

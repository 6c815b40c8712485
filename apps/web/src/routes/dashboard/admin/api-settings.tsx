import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../../../shell/settings/SettingsPage.tsx'

export const Route = createFileRoute('/dashboard/admin/api-settings')({
  component: () => <SettingsPage area="api-settings" />,
})

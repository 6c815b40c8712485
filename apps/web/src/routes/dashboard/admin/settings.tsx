import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../../../shell/settings/SettingsPage.tsx'

export const Route = createFileRoute('/dashboard/admin/settings')({ component: () => <SettingsPage area="settings" /> })

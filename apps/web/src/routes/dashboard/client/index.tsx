import { createFileRoute } from '@tanstack/react-router'
import { ClientDashboard } from '../../../features/home/dashboard/ClientDashboard.tsx'

export const Route = createFileRoute('/dashboard/client/')({
  component: ClientDashboard,
  // Imported, because the code of a loader belongs to every page.
  loader: async () => (await import('../../../features/home/client-home/client-home.ts')).preloadClientHome(),
})

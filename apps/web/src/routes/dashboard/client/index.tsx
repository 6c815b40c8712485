import { createFileRoute } from '@tanstack/react-router'
import { isHomeFrameShown } from '../../../platform/document-frame.ts'
import { ClientDashboard } from '../../../features/home/dashboard/ClientDashboard.tsx'

export const Route = createFileRoute('/dashboard/client/')({
  component: ClientDashboard,
  // On the first page, no skeleton takes the place of the frame. The loader ends soon in any case.
  ...(isHomeFrameShown() && { pendingMs: Infinity }),
  // Imported dynamically, because every page contains the code of all loaders.
  loader: async () => (await import('../../../features/home/client-home/client-home.ts')).preloadClientHome(),
})

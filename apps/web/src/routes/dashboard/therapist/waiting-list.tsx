import { createFileRoute } from '@tanstack/react-router'
import { LazyClientSelect } from '../../../features/session/session.ts'
import { WaitingListPage } from '../../../features/waiting-list/WaitingListPage.tsx'

export const Route = createFileRoute('/dashboard/therapist/waiting-list')({
  component: () => <WaitingListPage ClientSelect={LazyClientSelect} />,
})

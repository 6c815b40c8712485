import { createFileRoute } from '@tanstack/react-router'
import { LazyClientSelect, LazyScheduleForDialog } from '../../../features/schedule/session/session.ts'
import { WaitingListPage } from '../../../features/schedule/waiting-list/WaitingListPage.tsx'

export const Route = createFileRoute('/dashboard/therapist/waiting-list')({
  component: () => <WaitingListPage ClientSelect={LazyClientSelect} ScheduleDialog={LazyScheduleForDialog} />,
})

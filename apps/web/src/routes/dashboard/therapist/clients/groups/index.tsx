import { createFileRoute } from '@tanstack/react-router'
import { GroupsPage } from '../../../../../features/schedule/group/GroupsPage.tsx'
import { LazyClientMultiSelect } from '../../../../../features/schedule/session/session.ts'

export const Route = createFileRoute('/dashboard/therapist/clients/groups/')({
  component: () => <GroupsPage ClientMultiSelect={LazyClientMultiSelect} />,
})

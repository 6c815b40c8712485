import { createFileRoute } from '@tanstack/react-router'
import { GroupPage } from '../../../../../features/schedule/group/GroupPage.tsx'
import { LazyClientSelect } from '../../../../../features/schedule/session/session.ts'

export const Route = createFileRoute('/dashboard/therapist/clients/groups/$groupId')({
  component: () => <GroupPage groupId={Route.useParams().groupId} ClientSelect={LazyClientSelect} />,
})

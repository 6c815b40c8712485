import { createFileRoute } from '@tanstack/react-router'
import { LazyWriteToSeveralDialog } from '../../../../../features/messages/message/message.ts'
import { GroupPage } from '../../../../../features/schedule/group/GroupPage.tsx'
import {
  LazyClientSelect,
  LazyScheduleGroupDialog,
  SessionRows,
} from '../../../../../features/schedule/session/session.ts'

export const Route = createFileRoute('/dashboard/therapist/clients/groups/$groupId')({
  component: function GroupRoute() {
    return (
      <GroupPage
        groupId={Route.useParams().groupId}
        ClientSelect={LazyClientSelect}
        SessionRows={SessionRows}
        ScheduleDialog={LazyScheduleGroupDialog}
        MessageDialog={LazyWriteToSeveralDialog}
      />
    )
  },
})

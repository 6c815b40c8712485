import type { SessionId } from '@attune/contract/common/ids'
import { createFileRoute } from '@tanstack/react-router'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { CallFrame } from '../../shell/call/CallFrame.tsx'

const CallPage = lazyNamed(() => import('../../features/schedule/call/page/CallPage.tsx'), 'CallPage')

const CompleteSession = lazyNamed(
  () => import('../../features/schedule/session/detail/CompleteButton.tsx'),
  'CompleteSession',
)

export const Route = createFileRoute('/call/$sessionId')({
  component: function CallOfSessionPage() {
    const { sessionId } = Route.useParams()
    return (
      <CallFrame>
        <CallPage key={sessionId} sessionId={sessionId as SessionId} CompleteSession={CompleteSession} />
      </CallFrame>
    )
  },
})

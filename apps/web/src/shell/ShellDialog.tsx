import type { Role } from '@attune/contract/features/account'
import { Suspense } from 'react'
import { lazyNamed } from '../platform/lazy-named.ts'
import { FeedbackDialog, SupportDialog } from '../features/product/product.ts'
import type { PickedClient } from '../features/session/fields/use-client-search.ts'
import { CommandPalette } from './CommandPalette.tsx'

/** The dialog that is open over the page. At most one is open at a time. */
export type OpenDialog =
  | { kind: 'palette' | 'support' | 'feedback' | 'enter' | 'request' | 'assign' }
  | { kind: 'plan'; client: PickedClient | null }

const PlanDialog = lazyNamed(() => import('../features/session/schedule/ScheduleDialog.tsx'), 'ScheduleDialog')

const EnterDialog = lazyNamed(() => import('../features/session/schedule/LogSessionDialog.tsx'), 'LogSessionDialog')
const AssignDialog = lazyNamed(() => import('../features/task/assign/AssignTaskDialog.tsx'), 'AssignTaskDialog')
const RequestDialog = lazyNamed(
  () => import('../features/session/request/RequestSessionDialog.tsx'),
  'RequestSessionDialog',
)

type Props = { over: OpenDialog; of: Role; onShow: (over: OpenDialog | null) => void }

/** Renders the open dialog. The code of a dialog is loaded when the dialog is first opened. */
export function ShellDialog({ over, of: role, onShow }: Props) {
  const close = () => onShow(null)
  if (over.kind === 'plan' || over.kind === 'enter' || over.kind === 'request' || over.kind === 'assign') {
    return (
      <Suspense>
        {over.kind === 'plan' && <PlanDialog client={over.client} onClose={close} />}
        {over.kind === 'enter' && <EnterDialog onClose={close} />}
        {over.kind === 'assign' && <AssignDialog clients={[]} sessionId={null} onClose={close} />}
        {over.kind === 'request' && <RequestDialog onClose={close} />}
      </Suspense>
    )
  }
  if (over.kind === 'support') return <SupportDialog onClose={close} />
  if (over.kind === 'feedback') return <FeedbackDialog onClose={close} />
  return <CommandPalette of={role} onClose={close} onShow={onShow} />
}

import type { Role } from '@attune/contract/features/people/account/account'
import { Suspense } from 'react'
import { lazyNamed } from '../platform/lazy-named.ts'
import { FeedbackDialog, SupportDialog } from '../features/practice/product/product.ts'
import type { PickedClient } from '../features/schedule/session/fields/use-client-search.ts'
import { CommandPalette } from './palette/CommandPalette.tsx'

/** The dialog that is open over the page. At most one is open at a time. */
export type OpenDialog =
  | { kind: 'palette' | 'support' | 'feedback' | 'enter' | 'request' | 'block' }
  | { kind: 'plan' | 'assign'; client: PickedClient | null }
  | { kind: 'export'; client: PickedClient }

const PlanDialog = lazyNamed(() => import('../features/schedule/session/schedule/ScheduleDialog.tsx'), 'ScheduleDialog')

const BlockDialog = lazyNamed(
  () => import('../features/schedule/calendar/event/BlockAfternoonDialog.tsx'),
  'BlockAfternoonDialog',
)
const ExportDialog = lazyNamed(
  () => import('../features/care/record-export/ExportRecordDialog.tsx'),
  'ExportRecordDialog',
)
const EnterDialog = lazyNamed(
  () => import('../features/schedule/session/schedule/LogSessionDialog.tsx'),
  'LogSessionDialog',
)
const AssignDialog = lazyNamed(() => import('../features/care/task/assign/AssignTaskDialog.tsx'), 'AssignTaskDialog')
const RequestDialog = lazyNamed(
  () => import('../features/schedule/session/request/RequestSessionDialog.tsx'),
  'RequestSessionDialog',
)

type Props = { over: OpenDialog; of: Role; onShow: (over: OpenDialog | null) => void }

/** Renders the open dialog. The code of a dialog is loaded when the dialog is first opened. */
export function ShellDialog({ over, of: role, onShow }: Props) {
  const close = () => onShow(null)
  if (over.kind === 'palette') return <CommandPalette of={role} onClose={close} onShow={onShow} />
  if (over.kind === 'support') return <SupportDialog onClose={close} />
  if (over.kind === 'feedback') return <FeedbackDialog onClose={close} />
  return (
    <Suspense>
      <LazyDialog over={over} onClose={close} />
    </Suspense>
  )
}

type LazyDialogProps = {
  over: Exclude<OpenDialog, { kind: 'palette' | 'support' | 'feedback' }>
  onClose: () => void
}

function LazyDialog({ over, onClose }: LazyDialogProps) {
  switch (over.kind) {
    case 'plan':
      return <PlanDialog client={over.client} onClose={onClose} />
    case 'assign':
      return <AssignDialog clients={over.client ? [over.client] : []} sessionId={null} onClose={onClose} />
    case 'export':
      return <ExportDialog clientId={over.client.id} name={over.client.name} onClose={onClose} />
    case 'enter':
      return <EnterDialog onClose={onClose} />
    case 'block':
      return <BlockDialog onClose={onClose} />
    case 'request':
      return <RequestDialog onClose={onClose} />
  }
}

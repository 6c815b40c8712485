import type { Role } from '@attune/contract/features/people/account/account'
import type { ChosenMeasure } from '../features/care/task/task.ts'
import { lazyNamed } from '../platform/lazy-named.ts'
import { FeedbackDialog, SupportDialog } from '../features/practice/product/product.ts'
import type { PickedClient } from '../features/schedule/session/fields/use-client-search.ts'
import { LazyAddEntryDialog } from '../features/schedule/waiting-list/waiting-list.ts'
import { CommandPalette } from './palette/CommandPalette.tsx'

/** The dialog that is open over the page. At most one is open at a time. */
export type OpenDialog =
  | { kind: 'palette' | 'support' | 'feedback' | 'enter' | 'request' | 'block' }
  | { kind: 'plan'; client: PickedClient | null }
  | { kind: 'assign'; client: PickedClient | null; measure?: ChosenMeasure }
  | { kind: 'export' | 'send-form' | 'waiting-list'; client: PickedClient }

const ScheduleDialog = lazyNamed(
  () => import('../features/schedule/session/schedule/ScheduleDialog.tsx'),
  'ScheduleDialog',
)

const BlockAfternoonDialog = lazyNamed(
  () => import('../features/schedule/calendar/event/BlockAfternoonDialog.tsx'),
  'BlockAfternoonDialog',
)
const ExportRecordDialog = lazyNamed(
  () => import('../features/care/record-export/ExportRecordDialog.tsx'),
  'ExportRecordDialog',
)
const SendFormDialog = lazyNamed(() => import('../features/care/form/form.ts'), 'SendFormDialog')
const LogSessionDialog = lazyNamed(
  () => import('../features/schedule/session/schedule/LogSessionDialog.tsx'),
  'LogSessionDialog',
)
const AssignTaskDialog = lazyNamed(
  () => import('../features/care/task/assign/AssignTaskDialog.tsx'),
  'AssignTaskDialog',
)
const RequestSessionDialog = lazyNamed(
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
  return <LazyDialog over={over} onClose={close} />
}

type LazyDialogProps = {
  over: Exclude<OpenDialog, { kind: 'palette' | 'support' | 'feedback' }>
  onClose: () => void
}

function LazyDialog({ over, onClose }: LazyDialogProps) {
  switch (over.kind) {
    case 'plan':
      return <ScheduleDialog client={over.client} onClose={onClose} />
    case 'assign':
      return (
        <AssignTaskDialog
          clients={over.client ? [over.client] : []}
          measure={over.measure}
          sessionId={null}
          onClose={onClose}
        />
      )
    case 'send-form':
      return <SendFormDialog client={over.client} onClose={onClose} />
    case 'waiting-list':
      return <LazyAddEntryDialog of={over.client} onClose={onClose} />
    case 'export':
      return <ExportRecordDialog clientId={over.client.id} name={over.client.name} onClose={onClose} />
    case 'enter':
      return <LogSessionDialog onClose={onClose} />
    case 'block':
      return <BlockAfternoonDialog onClose={onClose} />
    case 'request':
      return <RequestSessionDialog onClose={onClose} />
  }
}

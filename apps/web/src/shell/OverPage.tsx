import type { Role } from '@attune/contract/features/account'
import { Suspense, lazy } from 'react'
import { FeedbackDialog, SupportDialog } from '../features/product/product.ts'
import type { Picked } from '../features/session/use-client-search.ts'
import { Palette } from './Palette.tsx'

/** The dialog over the page; one at a time. */
export type Over =
  | { kind: 'palette' | 'support' | 'feedback' | 'enter' | 'request' | 'assign' }
  | { kind: 'plan'; client: Picked | null }

const PlanDialog = lazy(() =>
  import('../features/session/PlanDialog.tsx').then((file) => ({ default: file.PlanDialog })),
)

const EnterDialog = lazy(() =>
  import('../features/session/EnterDialog.tsx').then((file) => ({ default: file.EnterDialog })),
)
const AssignDialog = lazy(() =>
  import('../features/task/assign/AssignDialog.tsx').then((file) => ({ default: file.AssignDialog })),
)
const RequestDialog = lazy(() =>
  import('../features/session/RequestDialog.tsx').then((file) => ({ default: file.RequestDialog })),
)

type Props = { over: Over; of: Role; onShow: (over: Over | null) => void }

/** Renders the dialog over the page, loaded when it is first needed. */
export function OverPage({ over, of: role, onShow }: Props) {
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
  return <Palette of={role} onClose={close} onShow={onShow} />
}

import type { Role } from '@attune/contract/features/account'
import { Suspense, lazy } from 'react'
import { FeedbackDialog, SupportDialog } from '../features/product/product.ts'
import type { Picked } from '../features/session/ClientPicker.tsx'
import { Palette } from './Palette.tsx'

/** What stands over the page: one thing at a time. */
export type Over = { kind: 'palette' | 'support' | 'feedback' } | { kind: 'plan'; client: Picked | null }

const PlanDialog = lazy(() =>
  import('../features/session/PlanDialog.tsx').then((file) => ({ default: file.PlanDialog })),
)

type Props = { over: Over; of: Role; onShow: (over: Over | null) => void }

/** Draws what was opened over the page; loaded when it is first wanted. */
export function OverPage({ over, of: role, onShow }: Props) {
  const close = () => onShow(null)
  if (over.kind === 'plan') {
    return (
      <Suspense>
        <PlanDialog client={over.client} onClose={close} />
      </Suspense>
    )
  }
  if (over.kind === 'support') return <SupportDialog onClose={close} />
  if (over.kind === 'feedback') return <FeedbackDialog onClose={close} />
  return <Palette of={role} onClose={close} onShow={onShow} />
}

import { Suspense } from 'react'
import { LazySuperbillDialog } from './lazy-superbills.ts'

type Props = { clientId: string; invoiceId?: string; onClose: () => void }

/** Loads and shows the dialog that makes a superbill. `invoiceId` limits the sessions to those of an invoice. */
export function MakeSuperbill(props: Props) {
  return (
    <Suspense>
      <LazySuperbillDialog {...props} />
    </Suspense>
  )
}

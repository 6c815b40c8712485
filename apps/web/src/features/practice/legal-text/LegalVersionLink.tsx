import type { LegalVersionId } from '@attune/contract/common/ids'
import { Anchor } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { lazyNamed } from '../../../platform/lazy-named.ts'

const LegalVersionDialog = lazyNamed(() => import('./LegalVersionDialog.tsx'), 'LegalVersionDialog')

/** Opens a dialog with a version of a legal text as it was published. */
export function LegalVersionLink({ id, children }: { id: LegalVersionId; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Anchor component="button" type="button" fz="inherit" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
      </Anchor>
      {isOpen && <LegalVersionDialog id={id} onClose={() => setOpen(false)} />}
    </>
  )
}

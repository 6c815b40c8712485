import type { LegalVersionId } from '@attune/contract/common/ids'
import { Anchor } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { lazyNamed } from '../../../platform/lazy-named.ts'

const LegalVersionDialog = lazyNamed(() => import('./LegalVersionDialog.tsx'), 'LegalVersionDialog')

/** A link that opens a dialog with a published version of a legal text. */
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

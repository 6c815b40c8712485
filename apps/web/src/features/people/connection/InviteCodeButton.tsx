import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'

const InviteCodeDialog = lazyNamed(() => import('./InviteCodeDialog.tsx'), 'InviteCodeDialog')

/** A button that opens the dialog with the therapist's invite code. */
export function InviteCodeButton({ label }: { label: string }) {
  const { ready } = useTranslation('connection', { useSuspense: false })
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconQrcode size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open && ready && <InviteCodeDialog onClose={() => setOpen(false)} />}
    </>
  )
}

import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'

const InvoiceExportDialog = lazyNamed(() => import('./InvoiceExportDialog.tsx'), 'InvoiceExportDialog')

/** A button that opens the dialog that exports a period for the accountant. */
export function InvoiceExportButton() {
  const { t } = useTranslation('invoice')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('list.export')}
      </Button>
      {open && <InvoiceExportDialog onClose={() => setOpen(false)} />}
    </>
  )
}

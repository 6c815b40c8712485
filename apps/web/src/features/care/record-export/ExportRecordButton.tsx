import type { ClientId } from '@attune/contract/common/ids'
import { Button } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'

const ExportRecordDialog = lazyNamed(() => import('./ExportRecordDialog.tsx'), 'ExportRecordDialog')

/** A button that opens the dialog that exports a client's record. */
export function ExportRecordButton({ clientId, name }: { clientId: ClientId; name: string }) {
  const { t } = useTranslation('record')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        leftSection={<IconFileExport size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('export')}
      </Button>
      {open && <ExportRecordDialog clientId={clientId} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

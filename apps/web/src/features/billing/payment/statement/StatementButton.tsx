import type { ClientId } from '@attune/contract/common/ids'
import { Button } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyStatementDialog } from './lazy-dialog.ts'

/** A button that opens the dialog with which the therapist downloads a client's yearly statement. */
export function StatementButton({ clientId }: { clientId: ClientId }) {
  const { t } = useTranslation('statement')
  const [asked, setAsked] = useState(false)
  return (
    <div>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconFileInvoice size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setAsked(true)}
      >
        {t('title')}
      </Button>
      {asked && <LazyStatementDialog clientId={clientId} onClose={() => setAsked(false)} />}
    </div>
  )
}

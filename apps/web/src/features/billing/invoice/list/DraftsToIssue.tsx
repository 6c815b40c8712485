import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import classes from './InvoiceListPage.module.css'

/** The button that opens the review of all drafts before they are issued and sent. Renders nothing if there are none. */
export function DraftsToIssue({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('issueMany')
  const count = useQuery(orpc.invoice.summary.queryOptions({ input: {} })).data?.drafts ?? 0
  if (count === 0) return null
  return (
    <div className={classes.drafts}>
      <span>{t('waiting', { count })}</span>
      <Button variant="light" leftSection={<IconSend size={18} aria-hidden />} aria-haspopup="dialog" onClick={onOpen}>
        {t('open', { count })}
      </Button>
    </div>
  )
}

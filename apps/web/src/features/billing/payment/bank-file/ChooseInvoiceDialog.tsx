import type { InvoiceId } from '@attune/contract/common/ids'
import type { BankEntry, PayableInvoice } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Choice, ChoiceList } from '../../../../ui/choice/ChoiceList.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { SearchField } from '../../../../ui/input/SearchField.tsx'
import { invoicesFor } from './bank-selection.ts'

type Props = {
  entry: BankEntry
  invoices: readonly PayableInvoice[]
  /** Called with null if the entry belongs to no invoice. */
  onChoose: (invoiceId: InvoiceId | null) => void
  /** Called to divide the entry over several invoices. */
  onSplit: () => void
  onClose: () => void
}

/** Offers the open invoices in the currency of a payment, those with the same amount first. */
export function ChooseInvoiceDialog({ entry, invoices, onChoose, onSplit, onClose }: Props) {
  const { t } = useTranslation('bankFile')
  const { language } = useLocale()
  const [search, setSearch] = useState('')
  const found = invoicesFor(entry, invoices, { search, limit: 30 })
  const canSplit = invoicesFor(entry, invoices, { search: '', limit: 2 }).length > 1
  return (
    <Dialog
      title={t('pick.title', { amount: moneyText(entry.amountMinor, entry.currency, language) })}
      onClose={onClose}
    >
      <Stack gap="md">
        <SearchField label={t('pick.search')} value={search} onChange={setSearch} data-autofocus />
        <div>
          <ChoiceList>
            {found.map(({ id, number, payerName, clientName, currency, openMinor }) => (
              <Choice key={id} title={number} onClick={() => onChoose(id)}>
                <span>{clientName === payerName ? payerName : `${payerName} · ${clientName}`}</span>
                <span>{t('pick.open', { amount: moneyText(openMinor, currency, language) })}</span>
              </Choice>
            ))}
          </ChoiceList>
          <div role="status">
            {found.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('pick.none', { currency: entry.currency })}
              </Text>
            )}
          </div>
        </div>
        <Group gap="xs" grow>
          <Button variant="default" onClick={() => onChoose(null)}>
            {t('pick.clear')}
          </Button>
          {canSplit && (
            <Button variant="default" onClick={onSplit}>
              {t('split.action')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

import {
  datevMoneyKinds,
  proposedDatevAccounts,
} from '@attune/contract/features/billing/invoice/datev/invoice.datev.rules'
import { Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './InvoiceExportDialog.module.css'
import { type DatevEntry, isDatevAccount } from './use-datev.ts'

type Props = {
  entry: DatevEntry
  onEntry: (entry: DatevEntry) => void
  /** The kinds of bookings that are shown. */
  kinds: readonly string[]
  /** The kinds for which the last export found no account. */
  missing: readonly string[]
  checked: boolean
}

/** Returns the name of a kind of booking in the language of the page. */
export function useDatevKindName() {
  const { t, i18n } = useTranslation('invoiceExport')
  const rate = (bp: string) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(Number(bp) / 100)
  return (kind: string) => {
    const bp = /^rate-(\d+)$/.exec(kind)?.[1]
    return bp ? t('kinds.rate', { rate: rate(bp) }) : t(`kinds.${kind}`)
  }
}

/** The account and the tax key of each kind of booking. A kind that was not changed shows the proposal of the chart. */
export function DatevAccountRows({ entry, onEntry, kinds, missing, checked }: Props) {
  const { t } = useTranslation('invoiceExport')
  const nameOf = useDatevKindName()
  const proposed = proposedDatevAccounts(entry.chart)
  return (
    <div className={classes.accounts} role="group" aria-label={t('accounts')}>
      <Text size="sm" fw={600}>
        {t('accounts')}
      </Text>
      <Text size="sm" c="dimmed">
        {t(entry.chart === 'SKR07' ? 'accountsHintAustria' : 'accountsHint', { chart: entry.chart })}
      </Text>
      {kinds.map((kind) => {
        const own = entry.accounts[kind] ?? proposed[kind] ?? { account: '', key: '' }
        const name = nameOf(kind)
        const set = (change: Partial<typeof own>) =>
          onEntry({ ...entry, accounts: { ...entry.accounts, [kind]: { ...own, ...change } } })
        const isMoney = datevMoneyKinds.some((one) => one === kind)
        return (
          <div key={kind} className={classes.account}>
            <Text size="sm">{name}</Text>
            <TextInput
              aria-label={t('accountOf', { name })}
              placeholder={t('account')}
              inputMode="numeric"
              maxLength={4}
              value={own.account}
              error={(checked && !isDatevAccount({ ...own, key: '' })) || (missing.includes(kind) && !own.account)}
              onChange={(event) => set({ account: event.currentTarget.value.trim() })}
            />
            {!isMoney && (
              <TextInput
                aria-label={t('keyOf', { name })}
                placeholder={t('key')}
                inputMode="numeric"
                maxLength={4}
                value={own.key}
                error={checked && !isDatevAccount({ ...own, account: '' })}
                onChange={(event) => set({ key: event.currentTarget.value.trim() })}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}

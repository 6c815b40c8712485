import { datevBases } from '@attune/contract/features/billing/invoice/datev/invoice.datev-basis.rules'
import {
  datevAccountOf,
  datevChartsOf,
  datevDebtors,
} from '@attune/contract/features/billing/invoice/datev/invoice.datev.rules'
import { Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { DatevAccountRows } from './DatevAccountRows.tsx'
import { type DatevEntry, isDatevDebtor, isDatevNumber, shownDatevKinds } from './use-datev.ts'

type Props = {
  country: string | null
  entry: DatevEntry
  /** The saved settings; null until they are loaded. */
  stored: DatevEntry | null
  onEntry: (entry: DatevEntry) => void
  used: readonly string[]
  missing: readonly string[]
  checked: boolean
  /** Whether only the basis and the missing accounts are shown, because the rest is in the settings. */
  short?: boolean
  /** The year of the export, whose basis is shown. */
  year: number
  fixedUntil: number | null
}

/** The tax adviser's numbers, the basis, the chart of accounts, and the accounts. `checked` shows problems. */
export function DatevFields({ short = false, ...props }: Props) {
  return short ? <ShortFields {...props} /> : <AllFields {...props} />
}

/** The fields of each export: the basis of its year, and the accounts without which it would be refused. */
function ShortFields(props: Props) {
  const { t } = useTranslation('invoiceExport')
  const { entry, stored, onEntry, used, missing, checked } = props
  const saved = stored ?? entry
  const kinds = [...new Set([...used.filter((kind) => !datevAccountOf(saved.chart, saved.accounts, kind)), ...missing])]
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('settings.inUse', { consultant: saved.consultant, client: saved.client, chart: saved.chart })}{' '}
        <TextLink to="/dashboard/$userType/settings/$subject" params={{ userType: 'therapist', subject: 'accounting' }}>
          {t('settings.change')}
        </TextLink>
      </Text>
      <BasisField {...props} />
      {kinds.length > 0 && (
        <DatevAccountRows entry={entry} onEntry={onEntry} kinds={kinds} missing={missing} checked={checked} />
      )}
    </>
  )
}

function AllFields(props: Props) {
  const { country, entry, onEntry, used, missing, checked } = props
  const { t } = useTranslation('invoiceExport')
  const charts = datevChartsOf(country)
  const kinds = shownDatevKinds(entry.chart, entry, used)
  const numberField = (field: 'consultant' | 'client') => (
    <TextInput
      label={t(field)}
      inputMode="numeric"
      value={entry[field]}
      error={checked && !isDatevNumber(field, entry[field]) && t(`problems.${field}`)}
      onChange={(event) => onEntry({ ...entry, [field]: event.currentTarget.value.trim() })}
    />
  )
  return (
    <>
      <Group grow align="flex-start">
        {numberField('consultant')}
        {numberField('client')}
      </Group>
      <BasisField {...props} />
      {entry.basis === 'accrual' && <DebtorFields {...props} />}
      {charts.length > 1 && (
        <NativeSelect
          label={t('chart')}
          data={[...charts]}
          value={entry.chart}
          onChange={({ currentTarget: { value } }) =>
            // The accounts of one chart mean something else in another.
            onEntry({ ...entry, chart: charts.find((chart) => chart === value) ?? entry.chart, accounts: {} })
          }
        />
      )}
      <DatevAccountRows entry={entry} onEntry={onEntry} kinds={kinds} missing={missing} checked={checked} />
    </>
  )
}

/** The basis of a year. It can no longer change once a period of the year was exported. */
function BasisField({ entry, onEntry, year, fixedUntil }: Props) {
  const { t } = useTranslation('invoiceExport')
  return (
    <NativeSelect
      label={t('basis', { year: String(year) })}
      description={fixedUntil !== null && t('basisFixed', { year: String(fixedUntil), next: String(fixedUntil + 1) })}
      disabled={fixedUntil !== null}
      data={datevBases.map((value) => ({ value, label: t(`bases.${value}`) }))}
      value={entry.basis}
      onChange={({ currentTarget: { value } }) =>
        onEntry({ ...entry, basis: datevBases.find((basis) => basis === value) ?? entry.basis })
      }
    />
  )
}

/** Edits whether each payer has a separate account, and the first number of these accounts. */
function DebtorFields({ entry, onEntry, checked }: Props) {
  const { t } = useTranslation('invoiceExport')
  const { debtorsFrom } = entry
  return (
    <>
      <Checkbox
        label={t('debtors')}
        checked={debtorsFrom !== null}
        onChange={(event) =>
          onEntry({ ...entry, debtorsFrom: event.currentTarget.checked ? String(datevDebtors.first) : null })
        }
      />
      {debtorsFrom !== null && (
        <TextInput
          label={t('debtorsFrom')}
          inputMode="numeric"
          maxLength={5}
          value={debtorsFrom}
          error={checked && !isDatevDebtor(debtorsFrom) && t('problems.debtorsFrom')}
          onChange={(event) => onEntry({ ...entry, debtorsFrom: event.currentTarget.value.trim() })}
        />
      )}
    </>
  )
}

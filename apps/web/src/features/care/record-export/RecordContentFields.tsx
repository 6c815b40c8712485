import { recordParts, type RecordPart } from '@attune/contract/features/care/record-export/record-export.rules'
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import classes from './ExportRecordDialog.module.css'

/** The first and the last day, as `YYYY-MM-DD`; empty without a limit. */
type Period = { from: string; until: string }
type PeriodProps = { period: Period; onPeriod: (period: Period) => void; problem: boolean }

/** Whether a period does not end before it begins. */
export const isPeriodOrdered = ({ from, until }: Period) => !from || !until || from <= until

/** The period of an export. */
export function RecordPeriodFields({ period, onPeriod, problem }: PeriodProps) {
  const { t } = useTranslation('recordExport')
  return (
    <div className={classes.days}>
      <DateInput label={t('from')} value={period.from} onChange={(from) => onPeriod({ ...period, from })} />
      <DateInput
        label={t('until')}
        value={period.until}
        error={problem && t('order')}
        onChange={(until) => onPeriod({ ...period, until })}
      />
    </div>
  )
}

type PartsProps = {
  parts: RecordPart[]
  onParts: (parts: RecordPart[]) => void
  problem: boolean
  /** The parts to choose from. */
  offered?: readonly RecordPart[]
}

type AddressesProps = {
  included: boolean
  onIncluded: (included: boolean) => void
  parts: readonly RecordPart[]
  /** Whether the export contains files, and therefore the invoices. */
  withFiles: boolean
}

/** The choice whether the addresses of guardians are exported, and the invoices that have them. Shows nothing if no chosen part has any. */
export function GuardianAddressesField({ included, onIncluded, parts, withFiles }: AddressesProps) {
  const { t } = useTranslation('recordExport')
  const withInvoices = withFiles && parts.includes('invoices')
  if (!withInvoices && !parts.includes('record')) return null
  return (
    <Checkbox
      label={t('guardianAddresses')}
      description={withInvoices && t('guardianInvoices')}
      checked={included}
      onChange={({ currentTarget }) => onIncluded(currentTarget.checked)}
    />
  )
}

/** The choice of the parts of an export. */
export function RecordPartsField({ parts, onParts, problem, offered = recordParts }: PartsProps) {
  const { t } = useTranslation('recordExport')
  return (
    <Checkbox.Group
      label={t('parts')}
      value={parts}
      error={problem && t('noParts')}
      onChange={(values) => onParts(recordParts.filter((part) => values.includes(part)))}
    >
      <div className={classes.parts}>
        {offered.map((part) => (
          <Checkbox
            key={part}
            value={part}
            label={t(`part.${part}`)}
            {...(part === 'private-notes' && { className: classes.alone, description: t('privateNotesHint') })}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

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

type PartsProps = { parts: RecordPart[]; onParts: (parts: RecordPart[]) => void; problem: boolean }

/** The choice of the parts of an export. */
export function RecordPartsField({ parts, onParts, problem }: PartsProps) {
  const { t } = useTranslation('recordExport')
  return (
    <Checkbox.Group
      label={t('parts')}
      value={parts}
      error={problem && t('noParts')}
      onChange={(values) => onParts(recordParts.filter((part) => values.includes(part)))}
    >
      <div className={classes.parts}>
        {recordParts.map((part) => (
          <Checkbox key={part} value={part} label={t(`part.${part}`)} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

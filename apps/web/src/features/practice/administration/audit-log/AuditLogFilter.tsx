import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { useAuditText } from './use-audit-text.ts'
import classes from '../administration.module.css'

export type AuditFilterValues = { person: string; action: string; from: string; until: string }
export const noFilter: AuditFilterValues = { person: '', action: '', from: '', until: '' }

type Props = { values: AuditFilterValues; onChange: (values: AuditFilterValues) => void }

/** Filters the audit log by person, action and period. */
export function AuditLogFilter({ values, onChange }: Props) {
  const { t } = useTranslation('auditLog')
  const { actionText } = useAuditText()
  const options = useQuery(orpc.administration.auditLogFilters.queryOptions({ input: {} })).data
  const select = (field: 'person' | 'action', data: { value: string; label: string }[]) => (
    <NativeSelect
      label={t(`filter.${field}`)}
      value={values[field]}
      data={[{ value: '', label: t(`filter.any.${field}`) }, ...data]}
      onChange={(event) => onChange({ ...values, [field]: event.currentTarget.value })}
    />
  )
  return (
    <div className={classes.auditTools}>
      {select(
        'person',
        (options?.people ?? []).map(({ id, name }) => ({ value: id, label: name })),
      )}
      {select(
        'action',
        (options?.actions ?? []).map((value) => ({ value, label: actionText(value) })),
      )}
      <DateInput label={t('filter.from')} value={values.from} onChange={(from) => onChange({ ...values, from })} />
      <DateInput label={t('filter.until')} value={values.until} onChange={(until) => onChange({ ...values, until })} />
    </div>
  )
}

import '../../../ui/styles-overlay.ts'
import { usualRecordParts, type RecordPart } from '@attune/contract/features/care/record-export/record-export.rules'
import type { RecordsExportChoices } from '@attune/contract/features/people/personal-export/personal-export'
import { Checkbox, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import {
  GuardianAddressesField,
  isPeriodOrdered,
  RecordPartsField,
  RecordPeriodFields,
} from '../../care/record-export/record-export.ts'
import { useExportRefusal } from './use-export-refusal.ts'

type More = Pick<RecordsExportChoices, 'withShared' | 'withBundle' | 'withGuardianAddresses'>

/** Asks for the content of the export of all records, and starts it. */
export function RecordsExportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['personalExport', 'recordExport'])
  const refusal = useExportRefusal()
  const [parts, setParts] = useState<RecordPart[]>([...usualRecordParts])
  const [period, setPeriod] = useState({ from: '', until: '' })
  const [more, setMore] = useState<More>({ withShared: false, withBundle: false, withGuardianAddresses: false })
  const [checked, setChecked] = useState(false)
  const start = useMutation({
    mutationFn: () => {
      const withShared = more.withShared && parts.includes('notes')
      const days = { from: period.from || null, until: period.until || null }
      return api.personalExport.startRecords({ ...more, parts, ...days, withShared })
    },
    onSuccess: onClose,
  })
  const isOrdered = isPeriodOrdered(period)
  return (
    <FormDialog
      title={t('allRecords.label')}
      submit={t('make')}
      back={t('cancel')}
      busy={start.isPending}
      wide
      problem={start.isError && refusal(start.error)}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true)
        if (parts.length > 0 && isOrdered) start.mutate()
      }}
    >
      <RecordPartsField parts={parts} onParts={setParts} problem={checked && parts.length === 0} />
      <RecordPeriodFields period={period} onPeriod={setPeriod} problem={checked && !isOrdered} />
      <MoreFields parts={parts} more={more} onMore={setMore} />
      <Callout kind="info">{t('allRecords.names')}</Callout>
      <Text size="sm" c="dimmed">
        {t('allRecords.logged')}
      </Text>
    </FormDialog>
  )
}

type MoreProps = { parts: readonly RecordPart[]; more: More; onMore: (more: More) => void }

/** Checkboxes for content that is left out by default, and for a FHIR bundle. */
function MoreFields({ parts, more, onMore }: MoreProps) {
  const { t } = useTranslation(['personalExport', 'recordExport'])
  const field = (key: 'withShared' | 'withBundle') => ({
    checked: more[key],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onMore({ ...more, [key]: currentTarget.checked }),
  })
  return (
    <>
      {parts.includes('notes') && (
        <Checkbox label={t('recordExport:shared')} description={t('allRecords.shared')} {...field('withShared')} />
      )}
      <GuardianAddressesField
        included={more.withGuardianAddresses}
        onIncluded={(withGuardianAddresses) => onMore({ ...more, withGuardianAddresses })}
        parts={parts}
        withFiles
      />
      <Checkbox label={t('allRecords.bundle')} description={t('allRecords.bundleHint')} {...field('withBundle')} />
    </>
  )
}

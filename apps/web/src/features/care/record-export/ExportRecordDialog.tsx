import type { ClientId } from '@attune/contract/common/ids'
import '../../../ui/styles-overlay.ts'
import {
  recordExportFormats,
  recordParts,
  usualRecordParts,
  type RecordExportFormat,
  type RecordPart,
} from '@attune/contract/features/care/record-export/record-export.rules'
import { Checkbox, Radio, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { startDownload } from '../../../ui/page/start-download.ts'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './ExportRecordDialog.module.css'
import { useNamesInRecord } from './names-in-record.ts'
import { NamesInRecordFields } from './NamesInRecordFields.tsx'

type Props = { clientId: ClientId; name: string; onClose: () => void }

/** Exports chosen parts of a client's record, for a period or without a limit. Asks about each name of another person who was in the same session. */
export function ExportRecordDialog({ clientId, name, onClose }: Props) {
  const { t } = useTranslation('recordExport')
  const [as, setAs] = useState<RecordExportFormat>('pdf')
  const [parts, setParts] = useState<RecordPart[]>([...usualRecordParts])
  const [period, setPeriod] = useState({ from: '', until: '' })
  const [checked, setChecked] = useState(false)
  const isOrdered = !period.from || !period.until || period.from <= period.until
  const content = { clientId, parts, from: period.from || null, until: period.until || null }
  const names = useNamesInRecord(content, isOrdered)
  const start = useMutation({
    mutationFn: () => api.recordExport.start({ ...content, as, ...names.ordered }),
    onSuccess: ({ url }) => {
      startDownload(url)
      toast.info(t('begun'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('title', { name })}
      submit={t('submit')}
      back={t('cancel')}
      busy={start.isPending}
      disabled={!names.isReady}
      wide
      problem={start.isError && t(`refused.${refusalOf(start.error)}`)}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true)
        if (parts.length > 0 && isOrdered && names.undecided === 0) start.mutate()
      }}
    >
      <Parts parts={parts} onParts={setParts} problem={checked && parts.length === 0} />
      <div className={classes.days}>
        <DateInput label={t('from')} value={period.from} onChange={(from) => setPeriod({ ...period, from })} />
        <DateInput
          label={t('until')}
          value={period.until}
          error={checked && !isOrdered && t('order')}
          onChange={(until) => setPeriod({ ...period, until })}
        />
      </div>
      <NamesInRecordFields names={names} checked={checked} />
      <Formats as={as} onAs={setAs} />
      <Text size="sm" c="dimmed">
        {t('logged', { name })}
      </Text>
    </FormDialog>
  )
}

const refusalOf = (error: unknown) => {
  const code = errorCode(error)
  return code === 'BUSY' || code === 'TOO_MANY' ? code : 'other'
}

type PartsProps = { parts: RecordPart[]; onParts: (parts: RecordPart[]) => void; problem: boolean }

function Parts({ parts, onParts, problem }: PartsProps) {
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

function Formats({ as, onAs }: { as: RecordExportFormat; onAs: (as: RecordExportFormat) => void }) {
  const { t } = useTranslation('recordExport')
  return (
    <Radio.Group
      label={t('as')}
      value={as}
      onChange={(value) => onAs(recordExportFormats.find((one) => one === value) ?? 'pdf')}
    >
      <Stack gap="xs" mt={6}>
        {recordExportFormats.map((one) => (
          <Radio key={one} value={one} label={t(`format.${one}`)} description={t(`hint.${one}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

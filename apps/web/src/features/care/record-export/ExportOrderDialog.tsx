import type { ClientId } from '@attune/contract/common/ids'
import '../../../ui/styles-overlay.ts'
import type { RecordExportOrder } from '@attune/contract/features/care/record-export/record-export'
import {
  bundledRecordParts,
  recordExportFormats,
  recordParts,
  usualRecordParts,
  type RecordExportFormat,
  type RecordPart,
} from '@attune/contract/features/care/record-export/record-export.rules'
import { Radio, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/base/Callout.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { useNamesInRecord } from './names-in-record.ts'
import {
  GuardianAddressesField,
  isPeriodOrdered,
  RecordPartsField,
  RecordPeriodFields,
} from './RecordContentFields.tsx'
import { NamesInRecordFields } from './NamesInRecordFields.tsx'

type Props = {
  clientId: ClientId
  title: string
  submit: string
  /** The formats to choose from. The choice is not shown if there is only one format. */
  formats?: readonly [RecordExportFormat, ...RecordExportFormat[]]
  /** The sentence about what happens with the export. */
  hint: string
  /** Exports the chosen parts. The dialog closes if this succeeds, and shows the refusal if it fails. */
  send: (order: RecordExportOrder) => Promise<unknown>
  refusal: (error: unknown) => string
  onClose: () => void
}

/**
 * Asks which parts of a client's record are exported, for a period or without a limit, and about each name of another person who was in the same
 * session.
 */
export function ExportOrderDialog({ clientId, title, submit, formats = recordExportFormats, hint, ...props }: Props) {
  const { t } = useTranslation('recordExport')
  const [as, setAs] = useState<RecordExportFormat>(formats[0])
  const [chosen, setChosen] = useState<RecordPart[]>([...usualRecordParts])
  const [period, setPeriod] = useState({ from: '', until: '' })
  const [withGuardianAddresses, setWithGuardianAddresses] = useState(false)
  const [checked, setChecked] = useState(false)
  const isOrdered = isPeriodOrdered(period)
  const isBundle = as === 'fhir'
  const offered: readonly RecordPart[] = isBundle ? bundledRecordParts : recordParts
  const parts = offered.filter((part) => chosen.includes(part))
  const content = { clientId, parts, from: period.from || null, until: period.until || null }
  const names = useNamesInRecord(content, isOrdered && !isBundle)
  const start = useMutation({
    mutationFn: () => props.send({ ...content, as, ...names.ordered, withGuardianAddresses }),
    onSuccess: props.onClose,
  })
  return (
    <FormDialog
      title={title}
      submit={submit}
      back={t('cancel')}
      busy={start.isPending}
      disabled={!names.isReady}
      wide
      problem={start.isError && props.refusal(start.error)}
      onClose={props.onClose}
      onSubmit={() => {
        setChecked(true)
        if (parts.length > 0 && isOrdered && names.undecided === 0) start.mutate()
      }}
    >
      <RecordPartsField parts={chosen} onParts={setChosen} problem={checked && parts.length === 0} offered={offered} />
      <RecordPeriodFields period={period} onPeriod={setPeriod} problem={checked && !isOrdered} />
      {!isBundle && <NamesInRecordFields names={names} checked={checked} />}
      {formats.length > 1 && <Formats as={as} onAs={setAs} formats={formats} />}
      <GuardianAddressesField
        included={withGuardianAddresses}
        onIncluded={setWithGuardianAddresses}
        parts={parts}
        withFiles={as === 'zip'}
      />
      {isBundle && <Callout kind="info">{t('bundleHint')}</Callout>}
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
    </FormDialog>
  )
}

type FormatsProps = {
  as: RecordExportFormat
  onAs: (as: RecordExportFormat) => void
  formats: readonly RecordExportFormat[]
}

function Formats({ as, onAs, formats }: FormatsProps) {
  const { t } = useTranslation('recordExport')
  return (
    <Radio.Group label={t('as')} value={as} onChange={(value) => onAs(formats.find((one) => one === value) ?? 'pdf')}>
      <Stack gap="xs" mt={6}>
        {formats.map((one) => (
          <Radio key={one} value={one} label={t(`format.${one}`)} description={t(`hint.${one}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

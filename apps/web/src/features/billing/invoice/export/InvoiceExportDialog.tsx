import { type InvoiceExport, invoiceExports } from '@attune/contract/features/billing/invoice/invoice.export.rules'
import { Radio, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { localDay } from '../../../../ui/page/date-text.ts'
import { startDownload } from '../../../../ui/page/start-download.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { DatevFields, type DatevEntry, isDatevComplete } from './DatevFields.tsx'
import classes from './InvoiceExportDialog.module.css'
import { lastMonth, periodProblem } from './period.ts'

/** Tax advisers in these countries use DATEV. */
const datevCountries = ['DE', 'AT']

/** Exports the invoices and payments of a period in a format for accountants. Preselects the last month. */
export function InvoiceExportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('invoiceExport')
  const locale = useLocale()
  const [period, setPeriod] = useState(() => lastMonth(localDay(new Date().toISOString(), locale)))
  const [as, setAs] = useState<InvoiceExport>('journal')
  const [datev, setDatev] = useState<DatevEntry>({ consultant: '', client: '', chart: 'SKR03' })
  const [checked, setChecked] = useState(false)
  const start = useStartExport(onClose)
  const problem = periodProblem(period.from, period.until, as === 'datev')
  const send = () => {
    setChecked(true)
    if (problem || (as === 'datev' && !isDatevComplete(datev))) return
    start.mutate({ ...period, as, ...(as === 'datev' && { datev }) })
  }
  return (
    <FormDialog
      title={t('title')}
      submit={t('submit')}
      back={t('cancel')}
      busy={start.isPending}
      onClose={onClose}
      onSubmit={send}
    >
      <Formats as={as} onAs={setAs} />
      <div className={classes.days}>
        <DateInput
          label={t('from')}
          value={period.from}
          error={checked && problem === 'day' && t('problems.day')}
          onChange={(from) => setPeriod({ ...period, from })}
        />
        <DateInput
          label={t('until')}
          value={period.until}
          error={checked && problem && t(`problems.${problem}`)}
          onChange={(until) => setPeriod({ ...period, until })}
        />
      </div>
      {as === 'datev' && <DatevFields entry={datev} onEntry={setDatev} checked={checked} />}
      <FormError>{start.error && t(errorCode(start.error) === 'TOO_MANY' ? 'tooMany' : 'failed')}</FormError>
    </FormDialog>
  )
}

/** Returns a mutation that starts an export, downloads it and calls `onClose`. */
function useStartExport(onClose: () => void) {
  const { t } = useTranslation('invoiceExport')
  return useMutation({
    mutationFn: (order: Parameters<typeof api.invoice.exportPeriod>[0]) => api.invoice.exportPeriod(order),
    onSuccess: ({ url }) => {
      startDownload(url)
      toast.info(t('begun'))
      onClose()
    },
  })
}

/** The choice of the format. Only a business in Germany or Austria is offered DATEV. */
function Formats({ as, onAs }: { as: InvoiceExport; onAs: (as: InvoiceExport) => void }) {
  const { t } = useTranslation('invoiceExport')
  const { data } = useQuery(orpc.business.own.queryOptions({ input: {} }))
  const hasDatev = datevCountries.some((country) => country === data?.fields.country)
  const offered = invoiceExports.filter((one) => one !== 'datev' || hasDatev)
  return (
    <Radio.Group
      label={t('as')}
      value={as}
      onChange={(value) => onAs(offered.find((one) => one === value) ?? 'journal')}
    >
      <Stack gap="xs" mt={6}>
        {offered.map((one) => (
          <Radio key={one} value={one} label={t(`formats.${one}`)} description={t(`hints.${one}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

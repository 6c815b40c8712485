import { type InvoiceExport, invoiceExports } from '@attune/contract/features/billing/invoice/invoice.export.rules'
import { datevCountries } from '@attune/contract/features/billing/invoice/datev/invoice.datev.rules'
import { Radio, Stack } from '@mantine/core'
import { ORPCError } from '@orpc/client'
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
import { useDatevKindName } from './DatevAccountRows.tsx'
import { DatevFields } from './DatevFields.tsx'
import classes from './InvoiceExportDialog.module.css'
import { lastMonth, periodProblem } from './period.ts'
import { type DatevEdits, type DatevEntry, isDatevComplete, useDatev } from './use-datev.ts'

/** Exports the invoices and payments of a period in a format for accountants. Preselects the last month. */
export function InvoiceExportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('invoiceExport')
  const locale = useLocale()
  const [period, setPeriod] = useState(() => lastMonth(localDay(new Date().toISOString(), locale)))
  const [as, setAs] = useState<InvoiceExport>('journal')
  const [checked, setChecked] = useState(false)
  const { data: business } = useQuery(orpc.business.own.queryOptions({ input: {} }))
  const country = business?.fields.country ?? null
  const year = Number(period.from.slice(0, 4))
  const [edits, setEdits] = useState<DatevEdits>({})
  const datev = useDatev({ country, year, edits, onEdits: setEdits })
  const start = useStartExport(datev.save.mutateAsync, onClose)
  const missing = missingOf(start.error)
  const problem = periodProblem(period.from, period.until, as === 'datev')
  const send = () => {
    setChecked(true)
    if (problem) return
    if (as !== 'datev') return start.mutate({ order: { ...period, as } })
    if (datev.entry && isDatevComplete(datev.entry)) start.mutate({ order: { ...period, as }, entry: datev.entry })
  }
  return (
    <FormDialog
      title={t('title')}
      submit={t('submit')}
      back={t('cancel')}
      busy={start.isPending}
      disabled={as === 'datev' && !datev.entry}
      onClose={onClose}
      onSubmit={send}
    >
      <Formats as={as} onAs={setAs} country={country} />
      <PeriodFields period={period} onPeriod={setPeriod} problem={checked ? problem : null} />
      {as === 'datev' && datev.entry && (
        <DatevFields
          {...datev}
          entry={datev.entry}
          country={country}
          year={year}
          missing={missing}
          checked={checked}
          short={datev.isSaved}
        />
      )}
      {as === 'datev' && datev.read.isError && <FormError>{t('loadFailed')}</FormError>}
      <FormError>{useExportProblem(start.error, missing)}</FormError>
    </FormDialog>
  )
}

type Period = ReturnType<typeof lastMonth>
type PeriodProps = {
  period: Period
  onPeriod: (period: Period) => void
  problem: ReturnType<typeof periodProblem>
}

/** The first and the last day of the export. */
function PeriodFields({ period, onPeriod, problem }: PeriodProps) {
  const { t } = useTranslation('invoiceExport')
  return (
    <div className={classes.days}>
      <DateInput
        label={t('from')}
        value={period.from}
        error={problem === 'day' && t('problems.day')}
        onChange={(from) => onPeriod({ ...period, from })}
      />
      <DateInput
        label={t('until')}
        value={period.until}
        error={problem && t(`problems.${problem}`)}
        onChange={(until) => onPeriod({ ...period, until })}
      />
    </div>
  )
}

/** Returns the kinds of bookings without an account for which an export was refused. */
const missingOf = (error: unknown): string[] =>
  error instanceof ORPCError && error.code === 'DATEV_INCOMPLETE' ? (error.data as { missing: string[] }).missing : []

/** Returns the numbers of invoices whose payer has no name that the file can contain. */
const unreadableOf = (error: unknown): string[] =>
  error instanceof ORPCError && error.code === 'DATEV_UNREADABLE' ? (error.data as { numbers: string[] }).numbers : []

const problemKeys: Record<string, string> = { TOO_MANY: 'tooMany', BASIS_FIXED: 'basisRefused' }

/** Returns a sentence with the reason why an export was refused; null if it was not refused. */
function useExportProblem(error: unknown, missing: string[]): string | null {
  const { t, i18n } = useTranslation('invoiceExport')
  const nameOf = useDatevKindName()
  if (!error) return null
  const unreadable = unreadableOf(error)
  const list = (some: string[]) => new Intl.ListFormat(i18n.language).format(some)
  if (unreadable.length > 0) return t('unreadable', { numbers: list(unreadable) })
  if (missing.length === 0) return t(problemKeys[errorCode(error)] ?? 'failed')
  return t('accountsMissing', { names: list(missing.map(nameOf)) })
}

type Start = { order: Parameters<typeof api.invoice.exportPeriod>[0]; entry?: DatevEntry }

/** Returns a mutation that saves the settings of DATEV, starts an export, downloads it and calls `onClose`. */
function useStartExport(save: (entry: DatevEntry) => Promise<unknown>, onClose: () => void) {
  const { t } = useTranslation('invoiceExport')
  return useMutation({
    mutationFn: async ({ order, entry }: Start) => {
      if (entry) await save(entry)
      return api.invoice.exportPeriod(order)
    },
    onSuccess: ({ url, datev }) => {
      startDownload(url)
      if (datev && datev.leftOut > 0) toast.info(t('begunWithout', { count: datev.leftOut }))
      else toast.info(t(datev?.bookings === 0 ? 'begunEmpty' : 'begun'))
      onClose()
    },
  })
}

type FormatsProps = { as: InvoiceExport; onAs: (as: InvoiceExport) => void; country: string | null }

/** The choice of the format. Only a business in Germany or Austria is offered DATEV. */
function Formats({ as, onAs, country }: FormatsProps) {
  const { t } = useTranslation('invoiceExport')
  const hasDatev = datevCountries.some((one) => one === country)
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

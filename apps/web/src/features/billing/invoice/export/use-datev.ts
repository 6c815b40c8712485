import {
  type DatevBasis,
  datevBasisIn,
  isDatevBasisFixed,
  proposedDatevBasis,
} from '@attune/contract/features/billing/invoice/datev/invoice.datev-basis.rules'
import {
  datevChartOf,
  type DatevAccount,
  type DatevChart,
  datevDebtors,
  proposedDatevAccounts,
} from '@attune/contract/features/billing/invoice/datev/invoice.datev.rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../../../platform/api/api.ts'

type SavedDatev = Parameters<typeof api.invoice.saveDatev>[0]
/** The entries of the dialog. `debtorsFrom` is the typed number, which is empty if it was removed. */
export type DatevEntry = Omit<SavedDatev, 'basis' | 'debtorsFrom'> & { basis: DatevBasis; debtorsFrom: string | null }

const patterns = { consultant: /^[1-9]\d{3,6}$/, client: /^[1-9]\d{0,4}$/ }
const hasFormat = { account: /^(\d{4})?$/, key: /^\d{0,4}$/ }

/** Whether a number of the adviser has DATEV's format. */
export const isDatevNumber = (field: 'consultant' | 'client', typed: string) => patterns[field].test(typed)

/** Whether the account and the key have DATEV's format. Both may be empty. */
export const isDatevAccount = ({ account, key }: DatevAccount) =>
  hasFormat.account.test(account) && hasFormat.key.test(key)

/** Whether the first number of the accounts of payers is in DATEV's range. Null is that they have none. */
export const isDatevDebtor = (typed: string | null) =>
  typed === null || (/^\d{5}$/.test(typed) && Number(typed) >= datevDebtors.first && Number(typed) <= datevDebtors.last)

/** Whether the settings can be saved. */
export const isDatevComplete = (entry: DatevEntry) =>
  isDatevNumber('consultant', entry.consultant) &&
  isDatevNumber('client', entry.client) &&
  isDatevDebtor(entry.debtorsFrom) &&
  Object.values(entry.accounts).every(isDatevAccount)

/** Returns the accounts that differ from the proposals of the chart. */
const ownAccounts = ({ chart, accounts }: DatevEntry): SavedDatev['accounts'] => {
  const proposed = proposedDatevAccounts(chart)
  return Object.fromEntries(
    Object.entries(accounts).filter(
      ([kind, { account, key }]) => account !== proposed[kind]?.account || key !== proposed[kind].key,
    ),
  )
}

/**
 * The settings of the DATEV export with the edits of the dialog, and the basis of the year. `entry` is null until they are loaded. `fixedUntil` is the
 * last exported year if the basis of the year can no longer change.
 */
export function useDatev(country: string | null, year: number) {
  const { data, isError } = useQuery(orpc.invoice.datev.queryOptions({ input: {} }))
  const [edits, setEdits] = useState<Partial<DatevEntry>>({})
  const queryClient = useQueryClient()
  const fixedUntil = data && isDatevBasisFixed(data.exportedUntil, year) ? data.exportedUntil : null
  const basis = datevBasisIn(data?.bases ?? {}, year, proposedDatevBasis(country))
  const first = data?.fields.debtorsFrom ?? null
  const debtorsFrom = first === null ? null : String(first)
  const stored = data && {
    ...data.fields,
    debtorsFrom,
    ...edits,
    basis: fixedUntil === null ? (edits.basis ?? basis) : basis,
  }
  const entry: DatevEntry | null = stored
    ? { ...stored, chart: datevChartOf(country, stored.chart) ?? stored.chart }
    : null
  const save = useMutation({
    mutationFn: (saved: DatevEntry) =>
      api.invoice.saveDatev({
        ...saved,
        accounts: ownAccounts(saved),
        debtorsFrom: saved.debtorsFrom === null ? null : Number(saved.debtorsFrom),
        basis: { year, basis: saved.basis },
      }),
    onSuccess: (saved) => queryClient.setQueryData(orpc.invoice.datev.queryKey({ input: {} }), saved),
  })
  return { entry, used: data?.used ?? [], fixedUntil, isError, save, onEntry: setEdits }
}

/** Returns the kinds of bookings to show: those with a proposal in the chart, those with an own account, and those that invoices need. */
export const shownDatevKinds = (chart: DatevChart, { accounts }: DatevEntry, used: readonly string[]): string[] => {
  const all = new Set([...Object.keys(proposedDatevAccounts(chart)), ...Object.keys(accounts), ...used])
  const rateOf = (kind: string) => Number(/^rate-(\d+)$/.exec(kind)?.[1] ?? -1)
  return [...all].toSorted((one, other) => rateOf(other) - rateOf(one))
}

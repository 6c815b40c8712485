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
import type { OwnDatevSettings } from '@attune/contract/features/billing/invoice/datev/invoice.datev'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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

/** Whether the first number of the accounts of payers is in DATEV's range. Null means that payers have no separate accounts. */
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

/** The changed fields that are not saved. */
export type DatevEdits = Partial<DatevEntry>

type UsedDatev = {
  country: string | null
  /** The year whose basis is edited. */
  year: number
  edits: DatevEdits
  onEdits: (edits: DatevEdits) => void
}

/**
 * Returns the settings of the DATEV export with the edits of the form, and the basis of the year. `entry` is null until the settings are loaded.
 * `fixedUntil` is the last exported year if the basis of the year can no longer change; otherwise null. `isSaved`: whether the tax adviser's numbers
 * are saved.
 */
export function useDatev({ country, year, edits, onEdits }: UsedDatev) {
  const { data, isError, isPending, refetch } = useQuery(orpc.invoice.datev.queryOptions({ input: {} }))
  const stored = data ? storedEntry(data, country, year) : null
  const fixedUntil = data && isDatevBasisFixed(data.exportedUntil, year) ? data.exportedUntil : null
  const entry: DatevEntry | null = stored && {
    ...stored,
    ...edits,
    ...(fixedUntil === null ? {} : { basis: stored.basis }),
  }
  const save = useSaveDatev(year)
  return {
    entry,
    stored,
    used: data?.used ?? [],
    fixedUntil,
    isSaved: Boolean(data?.fields.consultant),
    read: { isError, isPending, refetch },
    save,
    onEntry: (next: DatevEntry) => onEdits(stored ? editsOf(stored, next) : {}),
  }
}

/** Returns the saved settings as the form shows them. */
function storedEntry({ fields, bases }: OwnDatevSettings, country: string | null, year: number): DatevEntry {
  const debtorsFrom = fields.debtorsFrom === null ? null : String(fields.debtorsFrom)
  const basis = datevBasisIn(bases, year, proposedDatevBasis(country))
  return { ...fields, chart: datevChartOf(country, fields.chart) ?? fields.chart, debtorsFrom, basis }
}

/** Returns the fields that differ from what is saved. */
function editsOf(stored: DatevEntry, next: DatevEntry): DatevEdits {
  const shown = { ...next, accounts: ownAccounts(next) }
  const changed = Object.entries(next).filter(
    ([field]) => JSON.stringify(shown[field as keyof DatevEntry]) !== JSON.stringify(stored[field as keyof DatevEntry]),
  )
  return Object.fromEntries(changed)
}

function useSaveDatev(year: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (saved: DatevEntry) =>
      api.invoice.saveDatev({
        ...saved,
        accounts: ownAccounts(saved),
        debtorsFrom: saved.debtorsFrom === null ? null : Number(saved.debtorsFrom),
        basis: { year, basis: saved.basis },
      }),
    onSuccess: (saved) => queryClient.setQueryData(orpc.invoice.datev.queryKey({ input: {} }), saved),
  })
}

/** Returns the kinds of bookings to show: those with a proposal in the chart, those with an entered account, and those that invoices need. */
export const shownDatevKinds = (chart: DatevChart, { accounts }: DatevEntry, used: readonly string[]): string[] => {
  const all = new Set([...Object.keys(proposedDatevAccounts(chart)), ...Object.keys(accounts), ...used])
  const rateOf = (kind: string) => Number(/^rate-(\d+)$/.exec(kind)?.[1] ?? -1)
  return [...all].toSorted((one, other) => rateOf(other) - rateOf(one))
}

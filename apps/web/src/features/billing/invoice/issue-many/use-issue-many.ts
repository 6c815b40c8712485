import type { InvoiceId } from '@attune/contract/common/ids'
import type { MissingField } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import { emailDelaySeconds } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { DraftToIssue } from '@attune/contract/features/billing/invoice/invoice.to-issue'
import { useRef, useState } from 'react'
import { api, createId } from '../../../../platform/api/api.ts'
import { callInTurn } from '../../../../platform/api/call-in-turn.ts'
import { errorCode, refusalData } from '../../../../platform/api/errors.ts'
import { useInvalidateInvoices } from '../use-invoices.ts'

/** The outcome for one draft: its number, or why it was not issued. */
type IssueOutcome =
  | {
      number: string
      movedTo: string | null
      /** Whether less of the credit was used than was shown, because another invoice has used it. */
      isCreditUnspent: boolean
    }
  | { refusal: 'CHANGED' | 'NOT_FOUND' | 'INCOMPLETE'; missing: readonly MissingField[] }

type Issuing = {
  /** The chosen drafts, in the order of their numbers. */
  chosen: readonly DraftToIssue[]
  /** The drafts whose invoices are paid with credit of their payers. */
  spending: ReadonlySet<InvoiceId>
  outcomes: ReadonlyMap<InvoiceId, IssueOutcome>
  /** True while drafts are being issued, false afterwards, null before the start. */
  isRunning: boolean | null
  /** The seconds to wait before the next request, as the server requires; null if it requires no wait. */
  waits: number | null
  /** The error that ended the run before all drafts were issued; null if there was none. */
  error: unknown
  /** The time at which the last emails leave, in milliseconds; null if nothing was issued. */
  sendAt: number | null
}
const before: Issuing = {
  chosen: [],
  spending: new Set(),
  outcomes: new Map(),
  isRunning: null,
  waits: null,
  error: null,
  sendAt: null,
}

/** The refusals that concern one draft. After any other error, the remaining drafts are not issued. */
const ofOneDraft = ['CHANGED', 'INCOMPLETE', 'NOT_FOUND'] as const

/**
 * Returns the state of issuing drafts one after the other, and the functions that start and stop it. A draft keeps its command, so that a repeat
 * issues nothing twice. After a stop, the current draft is still issued completely.
 */
export function useIssueMany() {
  const changed = useInvalidateInvoices()
  const [state, setState] = useState(before)
  const abort = useRef<AbortController>(null)
  const commands = useRef(new Map<InvoiceId, string>())
  const update = (part: Partial<Issuing>) => setState((now) => ({ ...now, ...part }))
  const settle = (id: InvoiceId, outcome: IssueOutcome, part: Partial<Issuing> = {}) =>
    setState((now) => ({ ...now, ...part, outcomes: new Map(now.outcomes).set(id, outcome) }))
  const issue = async ({ id, version, creditMinor }: DraftToIssue, usesCredit: boolean) => {
    const command = commands.current.get(id) ?? createId()
    commands.current.set(id, command)
    const input = { id, command, version, delaysEmails: true, ...(usesCredit && { usesCredit }) }
    const invoice = await api.invoice.issue(input, { context: { offline: 'fail' } })
    const { sheet, history, openMinor, paidMinor } = invoice
    const isCreditUnspent = usesCredit && openMinor !== '0' && BigInt(paidMinor) < BigInt(creditMinor)
    const isMoved = history.some(({ kind, data }) => kind === 'issued' && data.plannedOn !== undefined)
    const outcome = { number: sheet.number, movedTo: isMoved ? sheet.issuedOn : null, isCreditUnspent }
    settle(id, outcome, { sendAt: Date.now() + emailDelaySeconds * 1000 })
  }
  const start = async (chosen: readonly DraftToIssue[], spending: ReadonlySet<InvoiceId> = state.spending) => {
    if (abort.current) return
    const controller = (abort.current = new AbortController())
    update({ chosen, spending, isRunning: true, error: null })
    await callInTurn(
      chosen.filter(({ id }) => !state.outcomes.has(id)),
      {
        call: (draft) => issue(draft, spending.has(draft.id)),
        onError: ({ id }, error) => {
          const refusal = ofOneDraft.find((code) => code === errorCode(error))
          if (!refusal) {
            update({ error })
            return 'stop'
          }
          const { missing } = refusalData<{ missing: MissingField[] }>(error, 'INCOMPLETE') ?? { missing: [] }
          settle(id, { refusal, missing })
          return 'continue'
        },
        onWait: (waits) => update({ waits }),
        signal: controller.signal,
      },
    )
    abort.current = null
    update({ isRunning: false })
    void changed()
  }
  return { ...state, start, stop: () => abort.current?.abort() }
}

export type IssueMany = ReturnType<typeof useIssueMany>

/** Returns the ids of the drafts that were issued. */
export const issuedIds = ({ chosen, outcomes }: Pick<Issuing, 'chosen' | 'outcomes'>): InvoiceId[] =>
  chosen.flatMap(({ id }) => ('number' in (outcomes.get(id) ?? {}) ? [id] : []))

import type { DraftToIssue } from '@attune/contract/features/billing/invoice/invoice.to-issue'
import type { MissingField } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'

export type Obstacle = NonNullable<DraftToIssue['obstacle']> | 'no-mail-server'

/** The reasons why a draft cannot be issued and sent: its missing fields, and the obstacle that keeps its invoice from the payer. */
export type DraftProblems = { missing: MissingField[]; obstacle: Obstacle | null }

/**
 * Returns the problems of a draft. Omits those of the business, which concern every draft, and an obstacle that a missing field names already.
 */
export function problemsOf(draft: DraftToIssue, sendsEmail: boolean): DraftProblems {
  const missing = draft.missing.filter((field) => field.of !== 'business')
  const isNamed = (field: string) => missing.some((one) => one.of === 'payer' && one.field === field)
  const obstacle = draft.obstacle ?? (!sendsEmail && draft.emails.length > 0 ? 'no-mail-server' : null)
  const isRepeated =
    (obstacle === 'no-agreement' && isNamed('agreement')) || (obstacle === 'no-postal-code' && isNamed('postalCode'))
  return { missing, obstacle: isRepeated ? null : obstacle }
}

/** Returns the missing fields of the business settings, which are the same for every draft. */
export const missingInBusiness = (drafts: readonly DraftToIssue[]): MissingField[] => [
  ...new Map(
    drafts.flatMap(({ missing }) =>
      missing.flatMap((one) => (one.of === 'business' ? [[one.field, one] as const] : [])),
    ),
  ).values(),
]

/** Whether a draft can be chosen. */
export const isIssuable = (draft: DraftToIssue, sendsEmail: boolean) =>
  draft.missing.length === 0 && problemsOf(draft, sendsEmail).obstacle === null

/** Puts drafts with problems before the others. Keeps the order of the drafts otherwise. */
export const withProblemsFirst = (drafts: readonly DraftToIssue[], sendsEmail: boolean): DraftToIssue[] => [
  ...drafts.filter((draft) => !isIssuable(draft, sendsEmail)),
  ...drafts.filter((draft) => isIssuable(draft, sendsEmail)),
]

/** Returns the sums of drafts by currency. Amounts in different currencies are never added. */
export function sumsOfDrafts(drafts: readonly DraftToIssue[]): { currency: string; minor: string }[] {
  const sums = new Map<string, bigint>()
  for (const { currency, grossMinor } of drafts) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(grossMinor))
  return [...sums].map(([currency, minor]) => ({ currency, minor: String(minor) }))
}

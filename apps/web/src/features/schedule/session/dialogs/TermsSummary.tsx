import type { CancelFee } from '@attune/contract/features/billing/invoice/invoice.own.schemas'
import type { Session } from '@attune/contract/features/schedule/session/session'
import type { Terms } from '@attune/contract/features/schedule/terms/terms'
import { IconCircleCheck, IconClockExclamation, IconHandStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import { termsStatusOf, type TermsKind } from './terms-status.ts'

type Props = { session: Session; terms: Terms; kind: TermsKind; fee?: CancelFee | null }

/**
 * Shows how the therapist's terms apply to a change now: whether it is free, late or blocked. For a cancellation, also shows the fee of a late one if
 * `fee` is known, and who decides. A move is never billed.
 */
export function TermsSummary({ session, terms, kind, fee = null }: Props) {
  const { t } = useTranslation('sessionDialog')
  const locale = useLocale()
  const now = useNow()
  const status = termsStatusOf(terms, kind, session, now)
  const free = status.kind !== 'late' && status.kind !== 'blocked'
  const name = session.therapist.name
  const values = { name, until: momentInSentence(status.until, locale, now), count: status.blockedHours }
  const amount = useAmountText(fee)
  const text =
    amount === null || kind === 'move' || status.kind === 'always'
      ? t(`terms.${kind}.${status.kind}`, values)
      : t(fee?.amountMinor === '0' ? 'terms.fee.none' : `terms.fee.${status.kind}`, { ...values, amount })
  const atOnce = kind === 'cancel' && free && terms.acceptEarlyCancels
  const icon = free ? IconCircleCheck : status.kind === 'late' ? IconClockExclamation : IconHandStop
  return (
    <>
      <StatusBadge icon={icon} tone={free ? 'success' : 'warning'}>
        {text}
      </StatusBadge>
      {kind === 'cancel' && <span>{t(atOnce ? 'terms.atOnce' : 'terms.decides', { name })}</span>}
    </>
  )
}

/** Returns the fee as text. If other payers pay a part of it, the text contains the client's share and the whole fee. Returns null without a fee. */
function useAmountText(fee: CancelFee | null): string | null {
  const { t } = useTranslation('sessionDialog')
  const { language } = useLocale()
  if (!fee) return null
  const { amountMinor, totalMinor, currency } = fee
  const share = moneyText(amountMinor, currency, language)
  return amountMinor === totalMinor
    ? share
    : t('terms.fee.share', { share, total: moneyText(totalMinor, currency, language) })
}

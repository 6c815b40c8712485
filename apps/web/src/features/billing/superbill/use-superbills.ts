import type { SuperbillItem } from '@attune/contract/features/billing/superbill/superbill'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'
import { dateText, localDay } from '../../../ui/page/date-text.ts'

export function useInvalidateSuperbills() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: orpc.superbill.key() })
}

/** Invalidates the queries of superbills when the server reports a new or withdrawn superbill or a stored PDF. */
export function useSubscribeToSuperbills() {
  const changed = useInvalidateSuperbills()
  useSubscription('superbills', () => void changed())
  useSubscription('superbill_documents', () => void changed())
  useSubscription('superbill_withdrawals', () => void changed())
}

type Shown = Pick<SuperbillItem, 'from' | 'to' | 'ready' | 'withdrawn'>

/** Returns functions for the texts of a superbill in a list: the days of its services, and why it cannot be downloaded (null if it can). */
export function useSuperbillTexts() {
  const { t } = useTranslation('superbill')
  const locale = useLocale()
  const day = (of: string) => dateText(of, locale.language)
  return {
    period: ({ from, to }: Pick<Shown, 'from' | 'to'>) =>
      from === to ? day(from) : t('period', { from: day(from), to: day(to) }),
    obstacle: ({ ready, withdrawn }: Shown): string | null => {
      if (withdrawn) return t(`withdrawn.${withdrawn.reason}`, { day: day(localDay(withdrawn.at, locale)) })
      return ready ? null : t('making')
    },
  }
}

/** The refusals with their own texts. */
const codes = ['NOT_PAID', 'ALREADY_MADE', 'NOT_IN_US', 'INCOMPLETE'] as const

/** Returns a function that returns the text for a refused or failed change of a superbill. */
export function useSuperbillRefusalText() {
  const { t } = useTranslation('superbill')
  const general = useErrorMessage()
  return (error: unknown): string | null => {
    const known = codes.find((code) => code === errorCode(error))
    return known ? t(`refused.${known}`) : general(error)
  }
}

import type { ExternalAccountId } from '@attune/contract/common/ids'
import type { ExternalAccount } from '@attune/contract/features/schedule/external-calendar/external-calendar'
import {
  type ConsentFailure,
  consentFailures,
} from '@attune/contract/features/schedule/external-calendar/external-calendar.rules'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/toast/toast.ts'

type Search = { connected?: unknown; refused?: unknown }

/**
 * Reads the outcome of a consent at Google from the URL and removes it there, so that a reload does not repeat it. Calls `onConnected` with a
 * connected account without calendars, to which calendars can then be added; shows a toast if the account already has calendars, because their sync
 * resumes. Returns the reason why no account was connected, or null.
 */
export function useConsentOutcome(
  accounts: ExternalAccount[] | undefined,
  onConnected: (accountId: ExternalAccountId) => void,
): ConsentFailure | null {
  const { t } = useTranslation('externalCalendar')
  const navigate = useNavigate()
  const { connected, refused } = useSearch({ strict: false }) as Search
  const [ended] = useState({ connected, refused })
  const isShown = useRef(false)
  useEffect(() => {
    if (connected || refused) void navigate({ to: '.', search: {} as never, replace: true })
  }, [connected, refused, navigate])
  const account = accounts?.find(({ id }) => id === ended.connected)
  useEffect(() => {
    if (!account || isShown.current) return
    isShown.current = true
    if (account.calendars.length === 0) onConnected(account.id)
    else toast.success(t('google.again.done'))
  }, [account, onConnected, t])
  return consentFailures.find((one) => one === ended.refused) ?? null
}

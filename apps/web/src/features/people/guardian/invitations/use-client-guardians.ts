import type { ClientId, GuardianId } from '@attune/contract/common/ids'
import { ORPCError } from '@orpc/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { toast } from '../../../../ui/toast/toast.ts'

/** Loads the guardians of a client and keeps them up to date. */
export function useClientGuardians(clientId: ClientId) {
  const cache = useQueryClient()
  useSubscription('guardians', () => void cache.invalidateQueries({ queryKey: orpc.guardian.key() }))
  return useQuery(orpc.guardian.ofClient.queryOptions({ input: { clientId } }))
}

const refusals = [
  'NO_EMAIL',
  'SAME_ADDRESS',
  'ALREADY_INVITED',
  'BASIS_REQUIRED',
  'UNTIL_REQUIRED',
  'CHANGED',
  'GUARDIAN_ENDED',
  'INVITATION_OVER',
  'TOO_SOON',
] as const

/** Returns a function that returns the reason why a change of a guardian failed; null without an error. `name` is the first name of the client. */
export function useGuardianProblem(name: string) {
  const { t } = useTranslation('guardianInvitation')
  const locale = useLocale()
  const message = useErrorMessage()
  return (error: unknown): string | null => {
    if (!error) return null
    const code = errorCode(error)
    const known = refusals.find((one) => one === code)
    const data = error instanceof ORPCError ? (error.data as { resendAt?: string } | undefined) : undefined
    const when = data?.resendAt && momentInSentence(data.resendAt, locale)
    if (known) return t(`refused.${known}`, { name, when })
    return code === 'INVITATION_LIMIT' ? message(error) : t('refused.failed')
  }
}

/** Returns a mutation that changes a guardian. Shows `done` in a toast after success; without `isQuiet`, also shows the reason for a failure. */
export function useGuardianChange<Input>(
  change: (input: Input) => Promise<unknown>,
  { name, done, isQuiet = false }: { name: string; done: string; isQuiet?: boolean },
) {
  const cache = useQueryClient()
  const problem = useGuardianProblem(name)
  return useMutation({
    mutationFn: change,
    onSuccess: () => toast.success(done),
    onError: (error) => {
      if (!isQuiet) toast.error(problem(error) ?? '')
    },
    onSettled: () => cache.invalidateQueries({ queryKey: orpc.guardian.key() }),
  })
}

/** Returns a mutation that sends an invitation again. */
export function useSendAgain(id: GuardianId, name: string, done: string) {
  return useGuardianChange(() => api.guardian.resend({ id, command: createId() }), { name, done })
}

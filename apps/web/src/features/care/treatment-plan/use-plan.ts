import type { ClientId } from '@attune/contract/common/ids'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'
import { toast } from '../../../ui/toast/toast.ts'

export function useInvalidatePlans() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: orpc.treatmentPlan.key() })
}

/** Invalidates the queries of treatment plans when the server reports a change. */
export function useSubscribeToPlans() {
  const changed = useInvalidatePlans()
  const report = () => void changed()
  useSubscription('diagnoses', report)
  useSubscription('diagnosis_shares', report)
  useSubscription('treatment_plan_versions', report)
  useSubscription('treatment_plan_shares', report)
  useSubscription('treatment_plan_signatures', report)
  useSubscription('treatment_plan_client_signatures', report)
  useSubscription('treatment_progress_rows', report)
}

/** Returns the plan of a client with diagnoses, progress and the shared version. */
export function usePlan(clientId: ClientId) {
  useSubscribeToPlans()
  return useQuery(orpc.treatmentPlan.get.queryOptions({ input: { clientId } }))
}

/** The error codes for which the language files contain a specific text. */
const codes = ['CHANGED', 'NO_ACCOUNT', 'FUTURE_DAY', 'NOT_ASKED', 'TOO_MANY_DIAGNOSES', 'TOO_MANY_VERSIONS'] as const

/** Returns a function that gives the text for a refused or failed change. */
export function usePlanRefusalText() {
  const { t } = useTranslation('treatmentPlan')
  const general = useErrorMessage()
  return (error: unknown): string | null => {
    const known = codes.find((code) => code === errorCode(error))
    return known ? t(`refused.${known}`) : general(error)
  }
}

type Change<Input> = { send: (input: Input) => Promise<unknown>; done?: string; onDone?: () => void }

/**
 * Returns the mutation `change`, which changes a plan, shows a toast and refetches the plan, and `problem`, the text of its failure. Changes are sent
 * one after the other, so that the server stores the last one.
 */
export function usePlanChange<Input>({ send, done, onDone }: Change<Input>) {
  const changed = useInvalidatePlans()
  const refusal = usePlanRefusalText()
  const change = useMutation({
    mutationFn: send,
    scope: { id: 'treatment-plan' },
    onSuccess: () => {
      if (done) toast.success(done)
      onDone?.()
    },
    onSettled: changed,
  })
  return { change, problem: change.error && refusal(change.error) }
}

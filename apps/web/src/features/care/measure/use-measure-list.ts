import type { MeasureView } from '@attune/contract/features/care/measure/measure.schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'

export function useInvalidateMeasureList() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: orpc.measure.key() })
}

/** Invalidates the queries of the therapist's own questionnaires when the server reports a change of one of them. */
export function useSubscribeToMeasures() {
  const changed = useInvalidateMeasureList()
  useSubscription('measures', () => void changed())
}

/** Loads the therapist's own questionnaires and keeps them up to date. */
export function useMeasureList() {
  useSubscribeToMeasures()
  return useQuery(orpc.measure.list.queryOptions({ input: {} }))
}

/** Returns a function that puts a response into the query cache and refetches the list. */
export function useKeepMeasure() {
  const cache = useQueryClient()
  const changed = useInvalidateMeasureList()
  return (view: MeasureView) => {
    void changed()
    cache.setQueryData(orpc.measure.get.queryKey({ input: { id: view.id } }), view)
  }
}

/** The refusals with their own texts. All other errors show the general text of the app. */
const codes = ['CHANGED', 'INCOMPLETE', 'LIMIT_REACHED'] as const

/** Returns a function that returns the text for a refused or failed change of a questionnaire. */
export function useMeasureRefusalText() {
  const { t } = useTranslation('measure')
  const general = useErrorMessage()
  return (error: unknown): string => {
    const known = codes.find((code) => code === errorCode(error))
    return known ? t(`refused.${known}`) : (general(error) ?? '')
  }
}

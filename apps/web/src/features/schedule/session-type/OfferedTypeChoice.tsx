import type { TherapistId } from '@attune/contract/common/ids'
import type { OfferedSessionType } from '@attune/contract/features/schedule/session-type/session-type'
import { NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { durationText } from '../../../ui/page/date-text.ts'

/**
 * Loads the session types that a therapist offers to the client, and stores the chosen one; by default the first. `type` is null if the therapist
 * offers none.
 */
export function useOfferedType(therapistId: TherapistId) {
  const cache = useQueryClient()
  const [id, setId] = useState<string | null>(null)
  // The server reports changes of session types as changes of the free times.
  useSubscription('free_times', () => void cache.invalidateQueries({ queryKey: orpc.sessionType.offered.key() }), {
    column: 'therapist_id',
    op: 'eq',
    value: therapistId,
  })
  const read = useQuery({ ...orpc.sessionType.offered.queryOptions({ input: { therapistId } }), staleTime: 0 })
  const types = read.data?.items ?? []
  const type: OfferedSessionType | null = types.find((one) => one.id === id) ?? types[0] ?? null
  return { types, type, choose: setId }
}

type OfferedTypeSelection = ReturnType<typeof useOfferedType>

/** Lets the client choose one of the session types that the therapist offers. Renders nothing if the therapist offers none. */
export function OfferedTypeChoice({ of, className }: { of: OfferedTypeSelection; className?: string | undefined }) {
  const { types, type, choose } = of
  const { t } = useTranslation('sessionType')
  const { language } = useLocale()
  if (!type) return null
  return (
    <NativeSelect
      {...(className && { className })}
      label={t('offered.label')}
      description={t(type.isInstant ? 'offered.instant' : 'offered.request')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={type.id}
      data={types.map(({ id, name, durationMinutes }) => ({
        value: id,
        label: `${name} (${durationText(durationMinutes, language)})`,
      }))}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}

import type { TherapistId } from '@attune/contract/common/ids'
import type { OwnPlan } from '@attune/contract/features/care/safety/safety'
import { useRef } from 'react'
import { api } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'

type SharingChange = { therapistId: TherapistId; shared: boolean }

const turnIn = (own: Pick<OwnPlan, 'therapists'>, { therapistId }: SharingChange) =>
  own.therapists.find(({ id }) => id === therapistId)

/**
 * Returns a function that shares the plan with a therapist or stops sharing it. Each change cancels the previous
 * request for the same therapist and sends a higher number `turn`. The server uses `turn` to refuse older requests that
 * arrive late.
 * A refusal contains the current state. The function returns this state if it already matches the change. Otherwise the
 * function throws the error of a request to share, and repeats a request to stop sharing with a higher `turn`. Returns
 * null if a newer change cancelled the request.
 */
export function usePlanSharing(therapists: OwnPlan['therapists']) {
  const sent = useRef(new Map<string, { turn: number; stop: AbortController }>())
  return async (change: SharingChange): Promise<OwnPlan | null> => {
    const before = sent.current.get(change.therapistId)
    before?.stop.abort()
    const stop = new AbortController()
    let turn = Math.max(turnIn({ therapists }, change)?.turn ?? 0, before?.turn ?? 0) + 1
    for (;;) {
      sent.current.set(change.therapistId, { turn, stop })
      try {
        return await api.safety.share({ ...change, turn }, { signal: stop.signal })
      } catch (error) {
        if (stop.signal.aborted) return null
        if (errorCode(error) !== 'CHANGED') throw error
        const { data } = error as { data: OwnPlan }
        const current = turnIn(data, change)
        if (!current || current.shared === change.shared) return data
        sent.current.set(change.therapistId, { turn: current.turn, stop })
        if (change.shared) throw error
        turn = current.turn + 1
      }
    }
  }
}

import type { OwnPlan } from '@attune/contract/features/safety'
import { useRef } from 'react'
import { api } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'

type Word = { therapistId: string; shared: boolean }

const turnIn = (own: Pick<OwnPlan, 'therapists'>, { therapistId }: Word) =>
  own.therapists.find(({ id }) => id === therapistId)

/**
 * Says who may read the plan. Each word counts on from what is shown and from those said here before, so that one that hangs is older than
 * its opposite when it arrives; it is not waited for any more. A word upon what had changed elsewhere is refused with what stands; taking
 * back is then said once more upon that, sharing is not. Answers null to a word that another has overtaken here.
 */
export function useWord(therapists: OwnPlan['therapists']) {
  const said = useRef(new Map<string, { turn: number; stop: AbortController }>())
  return async (word: Word): Promise<OwnPlan | null> => {
    const before = said.current.get(word.therapistId)
    before?.stop.abort()
    const stop = new AbortController()
    let turn = Math.max(turnIn({ therapists }, word)?.turn ?? 0, before?.turn ?? 0) + 1
    for (;;) {
      said.current.set(word.therapistId, { turn, stop })
      try {
        return await api.safety.share({ ...word, turn }, { signal: stop.signal })
      } catch (error) {
        if (stop.signal.aborted) return null
        if (codeOf(error) !== 'CHANGED') throw error
        const { data } = error as { data: OwnPlan }
        const stands = turnIn(data, word)
        if (!stands || stands.shared === word.shared) return data
        said.current.set(word.therapistId, { turn: stands.turn, stop })
        if (word.shared) throw error
        turn = stands.turn + 1
      }
    }
  }
}

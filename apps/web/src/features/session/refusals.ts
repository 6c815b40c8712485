import { changeStates, sessionStatuses, type Viewer } from '@attune/contract/features/session.states'
import { ORPCError } from '@orpc/client'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../platform/faults.ts'

const said = [
  'NOT_FOUND',
  'IN_THE_PAST',
  'CLIENT_INACTIVE',
  'HAS_NOTES',
  'CHANGE_OPEN',
  'NOT_OFFERED',
  'SLOT_TAKEN',
] as const
const unanswered = ['NETWORK_ERROR', 'TIMEOUT', 'UNAVAILABLE'] as const

/** A refusal of a step in words: what stands now where something changed, else why it could not be done. */
export function useRefusalWords(viewer: Viewer) {
  const { t } = useTranslation(['negotiation', 'session', 'common'])
  return (error: unknown): string => {
    const code = codeOf(error)
    if (code === 'ILLEGAL_TRANSITION' && error instanceof ORPCError) {
      const now = error.data as { status?: unknown; state?: unknown }
      const state = changeStates.find((one) => one === now.state)
      if (state) return t('refused.answered', { state: t(`state.${state}`) })
      const status = sessionStatuses.find((one) => one === now.status)
      const group = viewer === 'client' ? 'statusForClient' : 'status'
      if (status) return t('refused.changed', { status: t(`session:${group}.${status}`) })
    }
    if (code === 'SLOT_TAKEN') return t(`refused.SLOT_TAKEN.${viewer}`)
    const known = said.find((one) => one === code)
    if (known) return t(`refused.${known}`)
    const lost = unanswered.find((one) => one === code)
    return lost ? t(`common:errors.${lost}`) : t('refused.failed')
  }
}

import {
  changeRequestStates,
  sessionStatuses,
  type ViewerRole,
} from '@attune/contract/features/schedule/session/session.states'
import { ORPCError } from '@orpc/client'
import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../../platform/api/errors.ts'

const explainedCodes = [
  'NOT_FOUND',
  'IN_THE_PAST',
  'CALL_TOO_LARGE',
  'HAS_NOTES',
  'CHANGE_OPEN',
  'NOT_OFFERED',
  'THERAPIST_UNREACHABLE',
] as const
/** The error codes with different texts for therapist and client. */
const codesByViewer = ['CLIENT_INACTIVE', 'SLOT_TAKEN'] as const
const connectionCodes = ['NETWORK_ERROR', 'TIMEOUT', 'UNAVAILABLE'] as const

/** The kind of failed request that the error text names. */
export type SessionActionName = 'request' | 'update' | 'delete'

/**
 * Returns a formatter for errors of session mutations. If the session or change request has already changed, the text
 * names its current status. Otherwise the text names the reason. For an unknown reason, it names the failed action
 * [8.04].
 */
export function useSessionRefusalText(viewer: ViewerRole, act?: SessionActionName) {
  const { t } = useTranslation(['negotiation', 'session', 'common'])
  return (error: unknown): string => {
    const code = errorCode(error)
    if (code === 'ILLEGAL_TRANSITION' && error instanceof ORPCError) {
      const current = error.data as { status?: unknown; state?: unknown }
      const state = changeRequestStates.find((one) => one === current.state)
      if (state) return t('refused.answered', { state: t(`state.${state}`) })
      const status = sessionStatuses.find((one) => one === current.status)
      const group = viewer === 'client' ? 'statusForClient' : 'status'
      if (status) return t('refused.changed', { status: t(`session:${group}.${status}`) })
    }
    const byViewer = codesByViewer.find((one) => one === code)
    if (byViewer) return t(`refused.${byViewer}.${viewer}`)
    const explained = explainedCodes.find((one) => one === code)
    if (explained) return t(`refused.${explained}`)
    const connection = connectionCodes.find((one) => one === code)
    if (connection) return t(`common:errors.${connection}`)
    return t(act ? `refused.${act}Failed` : 'refused.failed')
  }
}

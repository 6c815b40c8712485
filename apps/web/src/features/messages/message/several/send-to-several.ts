import type { ClientId } from '@attune/contract/common/ids'
import type { NewMessage } from '@attune/contract/features/messages/message/message'
import { readOnlyReasons, type ReadOnlyReason } from '@attune/contract/features/messages/message/message.rules'
import { ORPCError } from '@orpc/client'
import { callInTurn } from '../../../../platform/api/call-in-turn.ts'

/** The outcome for one client: sent, failed, or the reason why the conversation is read-only. */
export type SeveralOutcome = 'sent' | 'failed' | ReadOnlyReason

type Sending = {
  text: string
  /** The ids of the messages by client record. Sending an id again creates no second message. */
  ids: Readonly<Record<string, string>>
  send: (message: Pick<NewMessage, 'id' | 'conversationId' | 'text'>) => Promise<unknown>
  onOutcome: (clientId: ClientId, outcome: SeveralOutcome) => void
  /** Called with the seconds to wait after a 429, and with null when sending resumes. */
  onWait: (seconds: number | null) => void
  /** Aborted when the person stops. */
  signal: AbortSignal
}

/** Sends one message to each client, one after the other. After a 429, waits as long as the server asks and continues. */
export const sendToSeveral = ({ text, ids, send, onOutcome, onWait, signal }: Sending): Promise<void> =>
  callInTurn(Object.entries(ids), {
    call: async ([clientId, id]) => {
      await send({ id, conversationId: clientId, text })
      onOutcome(clientId, 'sent')
    },
    onError: ([clientId], error) => {
      onOutcome(clientId, refusalOf(error) ?? 'failed')
      return 'continue'
    },
    onWait,
    signal,
  })

function refusalOf(error: unknown): ReadOnlyReason | null {
  if (!(error instanceof ORPCError) || error.code !== 'READ_ONLY') return null
  const { reason } = error.data as { reason?: unknown }
  return readOnlyReasons.find((one) => one === reason) ?? null
}

import type { ClientId } from '@attune/contract/common/ids'
import type { NewMessage } from '@attune/contract/features/messages/message/message'
import { readOnlyReasons, type ReadOnlyReason } from '@attune/contract/features/messages/message/message.rules'
import { ORPCError } from '@orpc/client'

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
export async function sendToSeveral({ text, ids, send, onOutcome, onWait, signal }: Sending): Promise<void> {
  for (const [clientId, id] of Object.entries(ids)) {
    for (;;) {
      if (signal.aborted) return
      try {
        await send({ id, conversationId: clientId, text })
        onOutcome(clientId, 'sent')
      } catch (error) {
        const seconds = secondsToWait(error)
        if (seconds !== null) {
          onWait(seconds)
          await pause(seconds * 1000, signal)
          onWait(null)
          continue
        }
        onOutcome(clientId, refusalOf(error) ?? 'failed')
      }
      break
    }
  }
}

/** Returns the seconds that the server asks to wait after too many messages (60 if it gives no number); null for another error. */
function secondsToWait(error: unknown): number | null {
  if (!(error instanceof ORPCError) || error.code !== 'TOO_MANY') return null
  const { retryAfterSeconds } = (error.data ?? {}) as { retryAfterSeconds?: unknown }
  return typeof retryAfterSeconds === 'number' ? retryAfterSeconds : 60
}

function refusalOf(error: unknown): ReadOnlyReason | null {
  if (!(error instanceof ORPCError) || error.code !== 'READ_ONLY') return null
  const { reason } = error.data as { reason?: unknown }
  return readOnlyReasons.find((one) => one === reason) ?? null
}

/** Resolves after the time, or when the signal is aborted. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

import type { AccountId } from '@attune/contract/common/ids'
import { browserStorage } from '../safe-storage.ts'

/** Messages between the tabs of one browser. They contain ids only. */
export type TabMessage =
  | { kind: 'signed-in' | 'switched'; userId: AccountId }
  | { kind: 'signed-out' }
  | { kind: 'active' | 'locked' | 'unlocked'; userId: AccountId }

type Envelope = { id: string; news: TabMessage }
const name = 'attune-tabs'

/**
 * Connects the tabs of this browser. Sends messages through a BroadcastChannel and through local storage, because a
 * browser may lack or forbid one of them. Delivers each message once.
 */
export function openTabChannel(onMessage: (news: TabMessage) => void) {
  const received = new Set<string>()
  const deliver = (envelope: Envelope | null) => {
    if (!envelope || typeof envelope.id !== 'string' || received.has(envelope.id)) return
    received.add(envelope.id)
    if (received.size > 200) received.clear()
    onMessage(envelope.news)
  }
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : null
  if (channel) channel.onmessage = ({ data }) => deliver(data as Envelope)
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === name && newValue) deliver(parse(newValue))
  }
  addEventListener('storage', onStorage)
  return {
    send(news: TabMessage) {
      const envelope: Envelope = { id: crypto.randomUUID(), news }
      received.add(envelope.id)
      channel?.postMessage(envelope)
      browserStorage.set(name, JSON.stringify(envelope))
      browserStorage.remove(name)
    },
    close() {
      removeEventListener('storage', onStorage)
      channel?.close()
    },
  }
}

export type TabChannel = ReturnType<typeof openTabChannel>

function parse(text: string): Envelope | null {
  try {
    return JSON.parse(text) as Envelope
  } catch {
    return null
  }
}

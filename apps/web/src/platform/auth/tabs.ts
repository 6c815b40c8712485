import { forBrowser } from '../keep.ts'

/** Messages between the tabs of one browser. They contain ids only. */
export type TabNews =
  | { kind: 'signed-in'; userId: string }
  | { kind: 'signed-out' }
  | { kind: 'active' | 'locked' | 'unlocked'; userId: string }

type Envelope = { id: string; news: TabNews }
const name = 'attune-tabs'

/**
 * Connects the tabs of this browser through a BroadcastChannel and through browser storage, because either can be
 * missing or forbidden. Each message is delivered once.
 */
export function openTabs(hear: (news: TabNews) => void) {
  const received = new Set<string>()
  const deliver = (envelope: Envelope | null) => {
    if (!envelope || typeof envelope.id !== 'string' || received.has(envelope.id)) return
    received.add(envelope.id)
    if (received.size > 200) received.clear()
    hear(envelope.news)
  }
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : null
  if (channel) channel.onmessage = ({ data }) => deliver(data as Envelope)
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === name && newValue) deliver(parse(newValue))
  }
  addEventListener('storage', onStorage)
  return {
    tell(news: TabNews) {
      const envelope: Envelope = { id: crypto.randomUUID(), news }
      received.add(envelope.id)
      channel?.postMessage(envelope)
      forBrowser.set(name, JSON.stringify(envelope))
      forBrowser.drop(name)
    },
    close() {
      removeEventListener('storage', onStorage)
      channel?.close()
    },
  }
}

export type Tabs = ReturnType<typeof openTabs>

function parse(text: string): Envelope | null {
  try {
    return JSON.parse(text) as Envelope
  } catch {
    return null
  }
}

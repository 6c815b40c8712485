import { forBrowser } from '../keep.ts'

/** What the tabs of one browser tell each other: ids alone. */
export type TabNews =
  | { kind: 'signed-in'; userId: string }
  | { kind: 'signed-out' }
  | { kind: 'active' | 'locked' | 'unlocked'; userId: string }

type Letter = { id: string; news: TabNews }
const name = 'attune-tabs'

/**
 * Lets the tabs agree. A channel where the browser has one, and browser storage beside it: where either is missing or
 * forbidden the other still carries. Each letter is heard once.
 */
export function openTabs(hear: (news: TabNews) => void) {
  const heard = new Set<string>()
  const take = (letter: Letter | null) => {
    if (!letter || typeof letter.id !== 'string' || heard.has(letter.id)) return
    heard.add(letter.id)
    if (heard.size > 200) heard.clear()
    hear(letter.news)
  }
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : null
  if (channel) channel.onmessage = ({ data }) => take(data as Letter)
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === name && newValue) take(parse(newValue))
  }
  addEventListener('storage', onStorage)
  return {
    tell(news: TabNews) {
      const letter: Letter = { id: crypto.randomUUID(), news }
      heard.add(letter.id)
      channel?.postMessage(letter)
      forBrowser.set(name, JSON.stringify(letter))
      forBrowser.drop(name)
    },
    close() {
      removeEventListener('storage', onStorage)
      channel?.close()
    },
  }
}

export type Tabs = ReturnType<typeof openTabs>

function parse(text: string): Letter | null {
  try {
    return JSON.parse(text) as Letter
  } catch {
    return null
  }
}

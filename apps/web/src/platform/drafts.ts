const prefix = 'attune-draft:'

/** What was being written in this tab under a name; null where there is nothing, or nothing that can be read. */
export function readDraft<T extends object>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Keeps what is being written until the tab is closed. A browser that has no room loses nothing but the reload. */
export function keepDraft(name: string, value: object) {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // Full or forbidden: what is written stays on the page.
  }
}

export const dropDraft = (name: string) => sessionStorage.removeItem(prefix + name)

/** Forgets every draft of this tab: whoever signs in next finds nothing. */
export function forgetDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}

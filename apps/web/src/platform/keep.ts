/**
 * Browser storage that may be full or forbidden: what it does not take is kept in memory, for as long as the page
 * stands. The newer of both is read.
 */
function keepIn(place: () => Storage) {
  const memory = new Map<string, string>()
  return {
    get(key: string): string | null {
      try {
        return memory.get(key) ?? place().getItem(key)
      } catch {
        return memory.get(key) ?? null
      }
    },
    set(key: string, value: string) {
      try {
        place().setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
      }
    },
    drop(key: string) {
      memory.delete(key)
      try {
        place().removeItem(key)
      } catch {
        // Nothing was kept there.
      }
    },
    /** The names under which something is kept. */
    keys(): string[] {
      try {
        return [...new Set([...memory.keys(), ...Object.keys(place())])]
      } catch {
        return [...memory.keys()]
      }
    },
  }
}

export type Keep = ReturnType<typeof keepIn>

/** Kept for the next visit of this browser. */
export const forBrowser = keepIn(() => localStorage)

/** Kept for this tab, and gone with it. */
export const forTab = keepIn(() => sessionStorage)

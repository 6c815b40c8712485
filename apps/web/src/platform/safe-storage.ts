/**
 * Creates a wrapper for a browser storage that may be full or forbidden. A value that cannot be stored is kept in
 * memory while the page is open.
 */
function createSafeStorage(storage: () => Storage) {
  const memory = new Map<string, string>()
  return {
    get(key: string): string | null {
      try {
        return memory.get(key) ?? storage().getItem(key)
      } catch {
        return memory.get(key) ?? null
      }
    },
    set(key: string, value: string) {
      try {
        storage().setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
      }
    },
    remove(key: string) {
      memory.delete(key)
      try {
        storage().removeItem(key)
      } catch {
        // The browser storage is not accessible, so there is nothing to remove.
      }
    },
    /** Returns the keys of all stored values. */
    keys(): string[] {
      try {
        return [...new Set([...memory.keys(), ...Object.keys(storage())])]
      } catch {
        return [...memory.keys()]
      }
    },
  }
}

export type SafeStorage = ReturnType<typeof createSafeStorage>

/** Stores values in local storage, which keeps them for later visits. */
export const browserStorage = createSafeStorage(() => localStorage)

/** Stores values in session storage, which keeps them for this tab only. */
export const tabStorage = createSafeStorage(() => sessionStorage)

import type { PublicSettings } from '@attune/contract/features/administration.settings'
import { createStore, useStore } from './create-store.ts'
import { browserStorage } from './safe-storage.ts'

const storageKey = 'attune-settings'

/** The settings of a page that has never got any, such as a page that opens without a connection for the first time. */
const defaults: PublicSettings = {
  revision: 0,
  languages: ['en', 'es', 'fr', 'de'],
  defaultLanguage: 'en',
  retentionYears: 10,
  idleMinutes: { therapist: 15, admin: 15, client: 30 },
  legalPages: [],
  safetyNumbers: {},
}

/** Returns settings with defaults for the fields that an older version of the server does not send; null for anything else. */
function parse(text: string | null | undefined): PublicSettings | null {
  try {
    const read: unknown = JSON.parse(text ?? '')
    return isSettings(read) ? { ...defaults, ...read } : null
  } catch {
    return null
  }
}

const isSettings = (value: unknown): value is PublicSettings =>
  typeof value === 'object' && value !== null && typeof (value as { revision?: unknown }).revision === 'number'

/** Returns the newest of the settings in the page and in this browser. A page that opens without a connection may contain old ones. */
function readAtStart(): PublicSettings {
  const inPage = parse(document.querySelector<HTMLMetaElement>('meta[name="attune-settings"]')?.content)
  const stored = parse(browserStorage.get(storageKey))
  const newest = inPage && (!stored || inPage.revision >= stored.revision) ? inPage : stored
  if (newest && newest === inPage) browserStorage.set(storageKey, JSON.stringify(newest))
  return newest ?? defaults
}

const store = createStore<PublicSettings>(readAtStart())

/** Returns the current settings of the product. */
export const productSettings = store.get
/** Calls the listener after each change of the settings. Returns a function that unsubscribes. */
export const onProductSettings = store.subscribe
/** The current settings of the product. The component renders again when an admin changes them. */
export const useProductSettings = (): PublicSettings => useStore(store)

/** Uses settings that the server has sent, and keeps them for pages that open without a connection. */
export function applyProductSettings(next: unknown): void {
  if (!isSettings(next) || JSON.stringify(next) === JSON.stringify(store.get())) return
  browserStorage.set(storageKey, JSON.stringify(next))
  store.set({ ...defaults, ...next })
}

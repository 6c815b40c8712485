import type { PublicSettings } from '@attune/contract/features/practice/administration/administration.settings'
import { createStore, useStore } from '../create-store.ts'
import { browserStorage } from '../safe-storage.ts'

const storageKey = 'attune-settings'

/** The settings of a page that has never received any, for example because it is opened offline for the first time. */
const defaults: PublicSettings = {
  revision: 0,
  languages: ['en', 'es', 'fr', 'de'],
  defaultLanguage: 'en',
  retentionYears: 10,
  idleMinutes: { therapist: 15, admin: 15, client: 30 },
  severalAccounts: true,
  clientWord: 'clients',
  legalPages: [],
  safetyNumbers: {},
  loopback: false,
}

/** Parses settings, with defaults for fields that an older server does not send. Returns null if there are none. */
function parse(text: string | null | undefined): PublicSettings | null {
  try {
    const read = JSON.parse(text ?? '') as PublicSettings | null
    return read?.revision ? { ...defaults, ...read } : null
  } catch {
    return null
  }
}

/** Returns the newer settings: those in the page or those stored in this browser. A page that is opened offline may contain old ones. */
function readAtStart(): PublicSettings {
  const inPage = parse(document.querySelector<HTMLMetaElement>('meta[name="attune-settings"]')?.content)
  const stored = parse(browserStorage.get(storageKey))
  return inPage && inPage.revision >= (stored?.revision ?? 0) ? inPage : (stored ?? defaults)
}

const store = createStore<PublicSettings>(readAtStart())

export const productSettings = store.get
/** Calls the listener after each change of the settings. Returns a function that unsubscribes. */
export const onProductSettings = store.subscribe
/** The current settings of the product. The component renders again when an admin changes them. */
export const useProductSettings = (): PublicSettings => useStore(store)

/** Applies settings from the server, and stores them for pages that are opened offline. */
export function applyProductSettings(next: unknown): void {
  const text = JSON.stringify(next)
  const read = parse(text)
  if (!read || JSON.stringify(read) === JSON.stringify(store.get())) return
  browserStorage.set(storageKey, text)
  store.set(read)
}

/** Reads the settings again, as a reload of the page does. */
export const resetProductSettings = (): void => store.set(readAtStart())

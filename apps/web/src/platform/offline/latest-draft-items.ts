import { browserStorage } from '../safe-storage.ts'

/** An item of local storage with the latest version of one writer. */
export type LatestDraftItem = {
  /** The key in local storage. */
  key: string
  /** Identifies the form and the tab that wrote the draft. */
  writer: string
  /** The encrypted version, or the mark that the writer discarded its draft. */
  text: string
}

const prefixOf = (account: string) => `attune-draft ${account} `
const discardedMark = 'discarded '

export const latestDraftKey = (account: string, writer: string) => prefixOf(account) + writer

/** Returns the text of an item that marks a draft as discarded. The name contains ids only. */
export const discardedText = (name: string) => discardedMark + name

/** Returns the name of the draft that a writer discarded. Returns null if the item contains a version. */
export const discardedName = (text: string): string | null =>
  text.startsWith(discardedMark) ? text.slice(discardedMark.length) : null

/** Returns the items of an account that IndexedDB may not have stored yet. */
export const latestDraftItems = (account: string): LatestDraftItem[] =>
  browserStorage.keys().flatMap((key) => {
    const text = key.startsWith(prefixOf(account)) ? browserStorage.get(key) : null
    return text === null ? [] : [{ key, writer: key.slice(prefixOf(account).length), text }]
  })

/** Whether local storage contains a version of a draft of the account. */
export const holdsLatestDrafts = (account: string) =>
  latestDraftItems(account).some(({ text }) => discardedName(text) === null)

/** Deletes all items of an account. */
export function eraseLatestDrafts(account: string) {
  for (const { key } of latestDraftItems(account)) browserStorage.remove(key)
}

import { forBrowser, forTab } from './keep.ts'
import { openPlanMark } from './open-plan.ts'

const open = new Map<object, () => void>()
let abandoned = false

/** Registers unsaved text on the page and how to discard it. Returns a function that unregisters it. */
export function holdUnsaved(drop: () => void = () => {}): () => void {
  const entry = {}
  open.set(entry, drop)
  return () => void open.delete(entry)
}

/** Whether this page has unsaved text. */
export const pageUnsaved = () => open.size > 0

const loadDrafts = () => import('./drafts.ts').then(({ drafts }) => drafts)

/** Whether signing out would lose text written in this browser. */
export const somethingUnsaved = async () => pageUnsaved() || (await loadDrafts()).any

/** Discards the unsaved text of this page. */
export const dropUnsaved = () => open.forEach((drop) => drop())

const keyPrefix = 'attune-'

/** Stops all questions about unsaved text, because the page is being left. Stored drafts stay with their account. */
export function giveUp() {
  abandoned = true
  for (const key of forTab.keys()) if (key.startsWith(keyPrefix)) forTab.drop(key)
}

/** Deletes what this browser stored of the account, after a sign-out. */
export async function giveUpAll(account: string): Promise<void> {
  giveUp()
  forBrowser.drop(openPlanMark)
  await (await loadDrafts()).erase(account)
}

export const givenUp = () => abandoned

import { forBrowser, forTab } from './keep.ts'
import { openPlanMark } from './open-plan.ts'

const open = new Map<object, () => void>()
let given = false

/** Notes that something on the page is not saved, and how it is thrown away; the answer takes it back. */
export function holdUnsaved(drop: () => void = () => {}): () => void {
  const hold = {}
  open.set(hold, drop)
  return () => void open.delete(hold)
}

/** Whether something on this page is not saved. */
export const pageUnsaved = () => open.size > 0

const kept = () => import('./drafts.ts').then(({ drafts }) => drafts)

/** Whether something that was written in this browser would be lost by signing out. */
export const somethingUnsaved = async () => pageUnsaved() || (await kept()).any

/** The person does not want any more what they wrote on this page. */
export const dropUnsaved = () => open.forEach((drop) => drop())

const ours = 'attune-'

/** From here on nothing is asked any more: the page goes. What was written stays with its account. */
export function giveUp() {
  given = true
  for (const key of forTab.keys()) if (key.startsWith(ours)) forTab.drop(key)
}

/** The person has signed out: what this browser kept of their account goes. */
export async function giveUpAll(account: string): Promise<void> {
  giveUp()
  forBrowser.drop(openPlanMark)
  await (await kept()).erase(account)
}

export const givenUp = () => given

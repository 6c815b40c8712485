import { hasDrafts } from './drafts.ts'
import { forTab } from './keep.ts'

const open = new Set<object>()
let given = false

/** Notes that something on the page is not saved; the answer takes it back. */
export function holdUnsaved(): () => void {
  const hold = {}
  open.add(hold)
  return () => void open.delete(hold)
}

const ours = 'attune-'

/** Whether something that was written here would be lost by signing out. */
export const somethingUnsaved = () => open.size > 0 || hasDrafts()

/** From here on nothing is asked any more: the login is over, what belongs to it goes. */
export function giveUp() {
  given = true
  for (const key of forTab.keys()) if (key.startsWith(ours)) forTab.drop(key)
}

export const givenUp = () => given

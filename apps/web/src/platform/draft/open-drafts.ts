import type { OutgoingQueue } from '../outgoing/outgoing-queue.ts'
import { isPageAbandoned } from './unsaved.ts'

/**
 * Loads the drafts of an account, and sends the changes of the account that are stored on this device. The code for
 * both is loaded when this function is first called.
 */
export const openDrafts = (account: string): Promise<void> => {
  // The files are loaded in parallel, because drafts.ts itself would request the other two only after it has been
  // loaded.
  void import('../offline/draft-database.ts').catch(() => {})
  void import('./latest-drafts.ts').catch(() => {})
  void openQueue(account)
  return import('./drafts.ts').then(({ drafts }) => drafts.open(account))
}

type QueueFile = { outgoingQueue: Pick<OutgoingQueue, 'open'> }

const pauseMilliseconds = 5_000

/**
 * Opens the queue of an account. If its code cannot be loaded, tries again every 5 seconds until the person signs out,
 * because the stored changes would otherwise wait until the next page.
 */
export async function openQueue(
  account: string,
  load: () => Promise<QueueFile> = () => import('../outgoing/outgoing-queue.ts'),
): Promise<void> {
  for (;;) {
    const file = await load().catch(() => null)
    if (isPageAbandoned()) return
    if (file) return file.outgoingQueue.open(account)
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
  }
}

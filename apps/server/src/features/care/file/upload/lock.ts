import type { FileId } from '@attune/contract/common/ids'
import type { Lock, Locker } from '@tus/server'
import { TusRefusal } from './store.ts'

type Held = { letGo: () => void; released: Promise<void> }

/** The maximum time in milliseconds that a request waits for the current writer of an upload to stop. */
const timeoutMilliseconds = 10_000

/**
 * Creates locks that let only one request at a time work on an upload. A second write request is refused with status
 * 423. Any other request, such as a request for the offset, first stops the current writer, because the browser of
 * that writer may be gone.
 */
export function createUploadLocks(): { writing: Locker; asking: Locker } {
  const held = new Map<string, Held>()

  function lockOf(id: FileId, takesOver: boolean): Lock {
    let release = () => {}
    return {
      async lock(_, letGo) {
        let late = false
        const { promise: end, resolve: over } = Promise.withResolvers<void>()
        const timer = setTimeout(() => {
          late = true
          over()
        }, timeoutMilliseconds)
        try {
          for (let holder = held.get(id); holder; holder = held.get(id)) {
            if (!takesOver || late) throw new TusRefusal(423, 'LOCKED')
            holder.letGo()
            await Promise.race([holder.released, end])
          }
        } finally {
          clearTimeout(timer)
        }
        const { promise, resolve } = Promise.withResolvers<void>()
        release = resolve
        held.set(id, { letGo: () => void letGo(), released: promise })
      },
      async unlock() {
        held.delete(id)
        release()
      },
    }
  }
  return {
    writing: { newLock: (id) => lockOf(id, false) },
    asking: { newLock: (id) => lockOf(id, true) },
  }
}

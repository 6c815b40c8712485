import type { Lock, Locker } from '@tus/server'
import { TusRefusal } from './upload.store.ts'

type Held = { letGo: () => void; released: Promise<void> }

/** So long may it take until whoever writes has stopped, in milliseconds. */
const patience = 10_000

/**
 * One at a time works at an upload. Of two that write, the second is turned away with 423; whoever asks how far it has come
 * ends a writer whose browser may be long gone.
 */
export function openLocks(): { writing: Locker; asking: Locker } {
  const held = new Map<string, Held>()

  function lockOf(id: string, takesOver: boolean): Lock {
    let release = () => {}
    return {
      async lock(_, letGo) {
        let late = false
        const { promise: end, resolve: over } = Promise.withResolvers<void>()
        const timer = setTimeout(() => {
          late = true
          over()
        }, patience)
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

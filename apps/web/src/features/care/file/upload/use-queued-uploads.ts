import { useEffect } from 'react'
import { pendingChanges, waitsForFiles } from '../../../../platform/outgoing/outgoing-state.ts'

/** Uploads the files of waiting changes while the app is open. The code for it is loaded when there is such a file. */
export function useQueuedUploads(): void {
  useEffect(() => {
    let isLoaded = false
    const start = () => {
      if (!isLoaded && !pendingChanges.get().some(waitsForFiles)) return
      void import('./queued-uploads.ts').then(
        ({ uploadQueuedFiles }) => {
          isLoaded = true
          return uploadQueuedFiles()
        },
        // Without a connection, loading the code can fail. The next change of the queue, or the next `online` event, starts another attempt.
        () => {},
      )
    }
    start()
    const unsubscribe = pendingChanges.subscribe(start)
    addEventListener('online', start)
    return () => {
      unsubscribe()
      removeEventListener('online', start)
    }
  }, [])
}

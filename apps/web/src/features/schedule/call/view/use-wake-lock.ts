import { useEffect } from 'react'

/** Keeps the screen on. The browser ends the lock when the page is hidden, so the lock is requested again when the page is shown. */
export function useWakeLock() {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isOver) await lock.release()
      } catch {
        // A battery saver may refuse the lock. The screen then goes dark as usual.
      }
    }
    const onShown = () => void ask()
    onShown()
    document.addEventListener('visibilitychange', onShown)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onShown)
      void lock?.release().catch(() => {})
    }
  }, [])
}

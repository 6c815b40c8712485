import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../../platform/api/api.ts'
import { type PathResults, tryPath, videoPaths } from './video-paths.ts'

/** Tries the ways of a video call one after the other. `results` has those that are known. Leaving the page stops the test. */
export function useVideoTest() {
  const [results, setResults] = useState<Partial<PathResults>>({})
  const running = useRef(new AbortController())
  useEffect(() => {
    running.current = new AbortController()
    return () => running.current.abort()
  }, [])
  const test = useMutation({
    mutationFn: async () => {
      const { signal } = running.current
      setResults({})
      const { items, health } = await api.administration.videoRelay({})
      for (const path of videoPaths) {
        const result = await tryPath(path, items, signal)
        if (signal.aborted) break
        setResults((known) => ({ ...known, [path]: result }))
      }
      return health
    },
  })
  return { test, results }
}

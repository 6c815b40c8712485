import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, orpc } from '../../../../platform/api/api.ts'
import { hasPassed, type PathResults, tryPath, videoPaths } from './video-paths.ts'

/** Stores that the test has passed, and returns whether that succeeded. The results are shown in any case. */
const isStored = () =>
  api.administration.passVideoTest({}).then(
    () => true,
    () => false,
  )

/** Tests the paths of a video call one after the other. `results` contains the results so far. Leaving the page stops the test. */
export function useVideoTest() {
  const [results, setResults] = useState<Partial<PathResults>>({})
  const client = useQueryClient()
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
      const found: Partial<PathResults> = {}
      for (const path of videoPaths) {
        found[path] = await tryPath(path, items, signal)
        if (signal.aborted) return { health, isNotStored: false }
        setResults({ ...found })
      }
      return { health, isNotStored: hasPassed(found as PathResults) && !(await isStored()) }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: orpc.administration.videoCalls.key() }),
  })
  return { test, results }
}

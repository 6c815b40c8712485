import type { Double } from '@attune/contract/features/client'
import { useRef, useState } from 'react'
import { api } from '../../platform/api.ts'
import { traitsOf } from './doubles.ts'
import type { Facts } from './facts.ts'

/**
 * Looks for possible doubles before facts are saved. `clear` is true where saving may go on: nobody is like this, or the
 * therapist has said for these very traits that it is somebody else. A search that fails does not stand in the way.
 */
export function useDoubles(except?: string) {
  const [found, setFound] = useState<Double[]>([])
  const [looking, setLooking] = useState(false)
  const settled = useRef('')
  const keyOf = (facts: Facts) => JSON.stringify(traitsOf(facts))
  return {
    found,
    looking,
    clear: async (facts: Facts) => {
      const traits = traitsOf(facts)
      if (!traits || settled.current === keyOf(facts)) return true
      setLooking(true)
      const items = await api.client.doubles({ ...traits, except }).then(
        (answer) => answer.items,
        () => [],
      )
      setLooking(false)
      setFound(items)
      return items.length === 0
    },
    /** It is somebody else. */
    settle: (facts: Facts) => {
      settled.current = keyOf(facts)
      setFound([])
    },
    close: () => setFound([]),
  }
}

import type { Double } from '@attune/contract/features/client'
import { useRef, useState } from 'react'
import { api } from '../../platform/api.ts'
import { traitsOf } from './doubles.ts'
import type { Facts } from './facts.ts'

/**
 * Checks for possible duplicates before a client is saved. `clear` resolves to true when saving can continue: there are none,
 * or the therapist has confirmed for these values that it is another person. A failed check does not block saving.
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
    /** Confirms that the found records are other people. */
    settle: (facts: Facts) => {
      settled.current = keyOf(facts)
      setFound([])
    },
    close: () => setFound([]),
  }
}

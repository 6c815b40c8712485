import type { PossibleDuplicate } from '@attune/contract/features/people/client/client'
import { useRef, useState } from 'react'
import { api } from '../../../../platform/api/api.ts'
import { duplicateSearchInput } from './traits.ts'
import type { ClientFormValues } from '../form/values.ts'

/**
 * Checks for possible duplicates before a client is saved. `clear` resolves to false if there are possible duplicates.
 * It resolves to true if there are none, if the values are not enough for a search, or if the check fails. It also
 * resolves to true if the therapist has confirmed for these values that the client is another person.
 * @param except the id of the edited record, which the check ignores
 */
export function useDuplicateCheck(except?: string) {
  const [found, setFound] = useState<PossibleDuplicate[]>([])
  const [looking, setLooking] = useState(false)
  const settled = useRef('')
  const keyOf = (facts: ClientFormValues) => JSON.stringify(duplicateSearchInput(facts))
  return {
    found,
    looking,
    clear: async (facts: ClientFormValues) => {
      const traits = duplicateSearchInput(facts)
      if (!traits || settled.current === keyOf(facts)) return true
      setLooking(true)
      const items = await api.client.duplicates({ ...traits, except }).then(
        (answer) => answer.items,
        () => [],
      )
      setLooking(false)
      setFound(items)
      return items.length === 0
    },
    /** Confirms that the found records are other people. */
    settle: (facts: ClientFormValues) => {
      settled.current = keyOf(facts)
      setFound([])
    },
    close: () => setFound([]),
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'

/** Returns a function that refetches availability, absences and free times. */
export function useInvalidateAvailability() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: orpc.availability.key() })
}

/**
 * Refetches availability, absences and free times when another window changes them. Also refetches them when a session
 * changes, because an absence lists the sessions in its time.
 */
export function useSubscribeToAvailability() {
  const changed = useInvalidateAvailability()
  useSubscription('availability', () => void changed())
  useSubscription('day_overrides', () => void changed())
  useSubscription('absences', () => void changed())
  useSubscription('sessions', () => void changed())
}

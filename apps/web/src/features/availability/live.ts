import { useQueryClient } from '@tanstack/react-query'
import { query } from '../../platform/api.ts'
import { useLive } from '../../platform/use-live.ts'

/** Returns a function that refetches availability, absences and free times. */
export function useHoursChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: query.availability.key() })
}

/** Subscribes to availability changes from other windows, and to sessions, because absences list the sessions in them. */
export function useLiveHours() {
  const changed = useHoursChanged()
  useLive('availability', () => void changed())
  useLive('day_overrides', () => void changed())
  useLive('absences', () => void changed())
  useLive('sessions', () => void changed())
}

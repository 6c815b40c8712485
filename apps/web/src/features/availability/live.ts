import { useQueryClient } from '@tanstack/react-query'
import { query } from '../../platform/api.ts'
import { useLive } from '../../platform/use-live.ts'

/** Reads anew whatever shows open hours, absences and free times. */
export function useHoursChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: query.availability.key() })
}

/** Follows what this therapist changes in another window, and the sessions that an absence may hit. */
export function useLiveHours() {
  const changed = useHoursChanged()
  useLive('availability', () => void changed())
  useLive('day_overrides', () => void changed())
  useLive('absences', () => void changed())
  useLive('sessions', () => void changed())
}

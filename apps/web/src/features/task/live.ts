import { useQueryClient } from '@tanstack/react-query'
import { query } from '../../platform/api.ts'
import { useLive } from '../../platform/use-live.ts'

/** Returns a function that invalidates every task query. */
export function useTasksChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: query.task.key() })
}

/**
 * Refreshes tasks whenever the server reports a change of them. `OpenTaskCount` in the sidebar calls this, so pages
 * need not.
 */
export function useLiveTasks() {
  const changed = useTasksChanged()
  useLive('tasks', () => void changed())
  useLive('task_clients', () => void changed())
  useLive('task_comments', () => void changed())
  useLive('task_answers', () => void changed())
}

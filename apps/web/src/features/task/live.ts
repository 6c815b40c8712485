import { useQueryClient } from '@tanstack/react-query'
import { query } from '../../platform/api.ts'
import { useLive } from '../../platform/use-live.ts'

/** Reads anew whatever shows tasks. */
export function useTasksChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: query.task.key() })
}

/** Follows the tasks of this person live. The count in the sidebar does so beside every page: pages need not. */
export function useLiveTasks() {
  const changed = useTasksChanged()
  useLive('tasks', () => void changed())
  useLive('task_clients', () => void changed())
  useLive('task_comments', () => void changed())
  useLive('task_answers', () => void changed())
}

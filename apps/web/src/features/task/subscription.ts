import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../platform/api.ts'
import { useSubscription } from '../../platform/use-subscription.ts'

/** Returns a function that invalidates every task query. */
export function useInvalidateTasks() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: orpc.task.key() })
}

/**
 * Refreshes tasks whenever the server reports a change of them. `OpenTaskCount` in the sidebar calls this, so pages
 * need not.
 */
export function useSubscribeToTasks() {
  const changed = useInvalidateTasks()
  useSubscription('tasks', () => void changed())
  useSubscription('task_clients', () => void changed())
  useSubscription('task_comments', () => void changed())
  useSubscription('task_answers', () => void changed())
}

import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../platform/api.ts'
import { useSubscription } from '../../platform/use-subscription.ts'

/** Returns a function that invalidates every task query. */
export function useInvalidateTasks() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: orpc.task.key() })
}

/**
 * Invalidates the task queries whenever the server reports a changed task. `OpenTaskCount` in the sidebar calls this
 * hook, so pages do not need to call it.
 */
export function useSubscribeToTasks() {
  const changed = useInvalidateTasks()
  useSubscription('tasks', () => void changed())
  useSubscription('task_clients', () => void changed())
  useSubscription('task_comments', () => void changed())
  useSubscription('task_answers', () => void changed())
}

import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'

/** Returns a function that invalidates every task query. */
export function useInvalidateTasks() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: orpc.task.key() })
}

/**
 * Invalidates the task queries when the server reports a changed task, recipient, comment or answer. `OpenTaskCount` in
 * the sidebar calls this hook for all pages.
 */
export function useSubscribeToTasks() {
  const changed = useInvalidateTasks()
  useSubscription('tasks', () => void changed())
  useSubscription('task_clients', () => void changed())
  useSubscription('task_comments', () => void changed())
  useSubscription('task_answers', () => void changed())
}

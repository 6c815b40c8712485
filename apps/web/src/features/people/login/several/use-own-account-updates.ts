import type { Role } from '@attune/contract/features/people/account/account'
import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { pageAccount } from '../../../../platform/login/page-account.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'

/** Refetches the accounts of this browser when an item counted by the badge of the page's own account changes. */
export function useOwnAccountUpdates(role: Role) {
  const cache = useQueryClient()
  const account = pageAccount()
  const readAgain = () => void cache.invalidateQueries({ queryKey: orpc.login.accounts.key() })
  const ofMessages = () => role !== 'admin' && readAgain()
  const ofTasks = () => role === 'client' && readAgain()
  useSubscription('notifications', readAgain, account ? { column: 'user_id', op: 'eq', value: account } : undefined)
  useSubscription('messages', ofMessages)
  useSubscription('conversation_reads', ofMessages)
  useSubscription('tasks', ofTasks)
  useSubscription('task_clients', ofTasks)
}

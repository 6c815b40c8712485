import type { ClientId } from '@attune/contract/common/ids'
import { isDay } from '@attune/contract/common/time/time'
import { priorities } from '@attune/contract/features/care/task/task.rules'
import { taskStatuses } from '@attune/contract/features/care/task/task.states'
import { taskFilterKeys, type TaskSearch } from '../task-search.ts'

/** The options of the status filter: the stored statuses, and `overdue`, which is not a stored status. */
export const taskStateFilters = [...taskStatuses.slice(0, 2), 'overdue', ...taskStatuses.slice(2)] as const

/** Returns the number of filters that are set. The client counts as a filter. */
export const countTaskFilters = (search: TaskSearch, clientId: ClientId | undefined) =>
  taskFilterKeys.filter((key) => search[key]).length + (clientId ? 1 : 0)

const day = (typed: string | undefined) => (typed && isDay(typed) ? typed : undefined)

/** Converts the filters to query input. Omits invalid values from the URL. */
export function taskFiltersOf(search: TaskSearch, clientId: ClientId | undefined) {
  return {
    clientId,
    status: taskStatuses.find((one) => one === search.status),
    part: search.status === 'overdue' ? ('overdue' as const) : undefined,
    priority: priorities.find((one) => one === search.priority),
    dueFrom: day(search.from),
    dueUntil: day(search.until),
  }
}
export type TaskListFilters = Partial<ReturnType<typeof taskFiltersOf>>

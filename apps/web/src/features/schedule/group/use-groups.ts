import type { GroupId } from '@attune/contract/common/ids'
import type { ClientGroup } from '@attune/contract/features/schedule/group/group'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { errorCode, reachedLimit } from '../../../platform/api/errors.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'
import { toast } from '../../../ui/toast/toast.ts'

export function useInvalidateGroups() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: orpc.group.key() })
}

function useSubscribeToGroups() {
  const changed = useInvalidateGroups()
  useSubscription('groups', () => void changed())
  useSubscription('group_members', () => void changed())
}

/** Loads all groups of the therapist, including archived ones, and refetches them on changes. */
export function useGroups(enabled = true) {
  useSubscribeToGroups()
  return useQuery({ ...orpc.group.list.queryOptions({ input: {} }), enabled })
}

/** Loads one group of the therapist and refetches it on changes. */
export function useClientGroup(id: GroupId) {
  useSubscribeToGroups()
  return useQuery({ ...orpc.group.get.queryOptions({ input: { id } }), retry: false })
}

const codes = ['ALREADY_MEMBER', 'BEFORE_JOINED', 'CALL_TOO_LARGE', 'CHANGED', 'CLIENT_INACTIVE'] as const

/** Returns a function that returns the text for a refused or failed change. `limited` is the kind of item whose number LIMIT_REACHED limits. */
function useGroupRefusal(limited: 'members' | 'groups') {
  const { t } = useTranslation('group')
  const general = useErrorMessage()
  return (error: unknown): string => {
    const code = errorCode(error)
    if (code === 'LIMIT_REACHED') return t(`refused.${limited}`, { count: reachedLimit(error) })
    const known = codes.find((one) => one === code)
    return known ? t(`refused.${known}`) : (general(error) ?? '')
  }
}

/**
 * Returns a mutation that saves the form of a dialog. Success shows a toast and closes the dialog. `problem` is the text for a failure, which the
 * dialog shows.
 */
export function useGroupForm<Input>(
  save: (input: Input) => Promise<ClientGroup>,
  done: string,
  onDone: (group: ClientGroup) => void,
  limited: 'members' | 'groups' = 'members',
) {
  const changed = useInvalidateGroups()
  const refusal = useGroupRefusal(limited)
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (group) => {
      toast.success(done)
      onDone(group)
    },
    onSettled: changed,
  })
  return { ...saving, problem: saving.error && refusal(saving.error) }
}

/** Returns a function that archives a group (a toast offers Undo) or restores it. */
export function useArchiveGroup() {
  const { t } = useTranslation('group')
  const changed = useInvalidateGroups()
  const refusal = useGroupRefusal('groups')
  const { mutate } = useMutation({
    mutationFn: (change: { id: GroupId; isArchived: boolean }) => api.group.setArchived(change),
    onSuccess: (_, { id, isArchived }) => {
      const undo = { label: t('undo'), onClick: () => mutate({ id, isArchived: false }) }
      if (isArchived) toast({ variant: 'success', title: t('done.archived'), action: undo })
      else toast.success(t('done.restored'))
    },
    onError: (error) => toast.error(refusal(error)),
    onSettled: changed,
  })
  return mutate
}

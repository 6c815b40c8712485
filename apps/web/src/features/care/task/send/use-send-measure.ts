import type { ClientId, SessionId, TaskId } from '@attune/contract/common/ids'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { refusalData } from '../../../../platform/api/errors.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import type { PickedClient } from '../../../schedule/session/session.ts'
import { useTaskRefusalText } from '../refusals.ts'
import { useInvalidateTasks } from '../subscription.ts'
import {
  type ChosenMeasure,
  newTaskAssignment,
  newTaskInput,
  singleMeasure,
  titleOfMeasure,
} from '../assign/task-assignment.ts'

type Options = {
  clients: readonly PickedClient[]
  sessionId: SessionId | null
  /** Called if some of several clients have an open copy, so that the therapist can send the measure to the others. */
  onOthers: (others: { clients: PickedClient[]; measure: ChosenMeasure }) => void
}

/** Returns a function that sends a measure to the clients at once. The confirmation toast has a button that withdraws the measure. */
export function useSendMeasure({ clients, sessionId, onOthers }: Options) {
  const { t } = useTranslation(['taskAssign', 'tasks'])
  const { zone } = useLocale()
  const changed = useInvalidateTasks()
  const refusalText = useTaskRefusalText()
  const withdraw = useWithdrawSent()
  const namesOf = (some: readonly PickedClient[]) =>
    new Intl.ListFormat(currentLanguage()).format(some.map(({ name }) => name))
  const send = useMutation({
    mutationFn: (measure: ChosenMeasure) =>
      api.task.assign(newTaskInput({ ...newTaskAssignment(clients), ...singleMeasure(measure) }, zone, sessionId)),
    onSuccess: ({ items }, chosen) => {
      const measure = titleOfMeasure(chosen)
      toast({
        variant: 'success',
        title: t('send.done', { measure, name: namesOf(clients) }),
        action: {
          label: t('tasks:act.undo'),
          onClick: () => withdraw.mutate({ ids: items.map(({ id }) => id), measure }),
        },
      })
    },
    onError: (error, measure) => {
      const open = refusalData<{ clientIds: ClientId[] }>(error, 'OPEN_COPY')
      if (!open) return toast.error(refusalText(error))
      const hasOpen = ({ id }: PickedClient) => open.clientIds.includes(id)
      const others = clients.filter((client) => !hasOpen(client))
      toast.warning(t('openCopy.text', { names: namesOf(clients.filter(hasOpen)), measure: titleOfMeasure(measure) }))
      if (others.length > 0) onOthers({ clients: others, measure })
    },
    onSettled: changed,
  })
  return send.mutate
}

function useWithdrawSent() {
  const { t } = useTranslation('taskAssign')
  const changed = useInvalidateTasks()
  const refusalText = useTaskRefusalText()
  return useMutation({
    mutationFn: async ({ ids }: { ids: readonly TaskId[]; measure: string }) => {
      for (const id of ids) await api.task.withdraw({ id, command: createId() })
    },
    onSuccess: (_, { measure }) => toast.success(t('send.undone', { measure })),
    onError: (error) => toast.error(refusalText(error)),
    onSettled: changed,
  })
}

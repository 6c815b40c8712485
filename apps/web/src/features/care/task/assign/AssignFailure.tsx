import type { ClientId } from '@attune/contract/common/ids'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { refusalData } from '../../../../platform/api/errors.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import type { PickedClient } from '../../../schedule/session/session.ts'
import { useTaskRefusalText } from '../refusals.ts'
import type { TaskAssignment, TaskProblems } from './task-assignment.ts'

type Props = {
  plan: TaskAssignment
  problems: TaskProblems
  /** Whether the user submitted the form during an upload that is still running. */
  uploading: boolean
  error: unknown
  onClients: (clients: PickedClient[]) => void
}

/** Shows why the task was not assigned: invalid fields, a running upload, or a refusal by the server. */
export function AssignFailure({ plan, problems, uploading, error, onClients }: Props) {
  const { t } = useTranslation('taskAssign')
  const refusalText = useTaskRefusalText()
  const open = refusalData<{ clientIds: ClientId[] }>(error, 'OPEN_COPY')
  return (
    <>
      {Object.keys(problems).length > 0 && (
        <Callout kind="danger" urgent>
          {t('problem.some')}
        </Callout>
      )}
      {uploading && <Callout urgent>{t('problem.uploading')}</Callout>}
      {open && <OpenCopies plan={plan} clientIds={open.clientIds} onClients={onClients} />}
      {Boolean(error) && !open && (
        <Callout kind="danger" urgent>
          {refusalText(error)}
        </Callout>
      )}
    </>
  )
}

/** Names the clients who have not answered their copy of the questionnaire. If other clients remain, a button takes the named ones off the list. */
function OpenCopies({ plan, clientIds, onClients }: Pick<Props, 'plan' | 'onClients'> & { clientIds: ClientId[] }) {
  const { t } = useTranslation('taskAssign')
  const others = plan.clients.filter(({ id }) => !clientIds.includes(id))
  const names = new Intl.ListFormat(currentLanguage()).format(
    plan.clients.filter(({ id }) => clientIds.includes(id)).map(({ name }) => name),
  )
  return (
    <Callout
      kind="warning"
      urgent
      action={
        others.length > 0 && (
          <Button variant="default" size="xs" onClick={() => onClients(others)}>
            {t('openCopy.remove', { names })}
          </Button>
        )
      }
    >
      {t('openCopy.text', { names, measure: plan.kind === 'measure' ? plan.title : plan.kind.toUpperCase() })}
    </Callout>
  )
}

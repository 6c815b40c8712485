import type { SessionId } from '@attune/contract/common/ids'
import { Button, Group } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { PopoverPanel } from '../../../../ui/page/menu/PopoverPanel.tsx'
import type { PickedClient } from '../../../schedule/session/session.ts'
import { AssignTaskButton } from '../assign/AssignTaskButton.tsx'
import classes from './send.module.css'
import type { MeasureDialog } from './MeasureChoices.tsx'

const AssignTaskDialog = lazyNamed(() => import('../assign/AssignTaskDialog.tsx'), 'AssignTaskDialog')
const loadChoices = () => import('./MeasureChoices.tsx')
const MeasureChoices = lazyNamed(loadChoices, 'MeasureChoices')

type Props = { clients: readonly PickedClient[]; sessionId?: SessionId }

/** Renders the buttons of a card that assign tasks: one that sends a measure, and one for any task. */
export function AssignTaskButtons(props: Props) {
  return (
    <Group gap={4}>
      <SendMeasureMenu {...props} />
      <AssignTaskButton {...props} variant="subtle" size="compact-sm" short />
    </Group>
  )
}

/** Renders a button that opens the menu of measures. One click in the menu sends a measure to the clients. */
function SendMeasureMenu({ clients, sessionId }: Props) {
  const { t } = useTranslation('tasks')
  const cache = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [dialog, setDialog] = useState<MeasureDialog | null>(null)
  // The menu opens with its items if they are loaded before the click.
  const load = () => {
    void loadChoices()
    void cache.prefetchQuery(orpc.task.measuresToSend.queryOptions({ input: {}, staleTime: 60_000 }))
  }
  return (
    <div className={classes.around}>
      <Button
        variant="subtle"
        size="compact-sm"
        rightSection={<IconChevronDown size={14} aria-hidden />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => setOpen(!isOpen)}
      >
        {t('act.sendMeasure')}
      </Button>
      {isOpen && (
        <PopoverPanel kind="menu" label={t('act.sendMeasure')} onClose={() => setOpen(false)}>
          <MeasureChoices
            clients={clients}
            sessionId={sessionId ?? null}
            onDone={() => setOpen(false)}
            onDialog={setDialog}
          />
        </PopoverPanel>
      )}
      {dialog && <AssignTaskDialog {...dialog} sessionId={sessionId ?? null} onClose={() => setDialog(null)} />}
    </div>
  )
}

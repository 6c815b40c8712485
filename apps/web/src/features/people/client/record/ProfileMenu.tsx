import type { Client } from '@attune/contract/features/people/client/client'
import {
  IconClockPlus,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconUserCheck,
  IconUserMinus,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { ActionMenu, type ActionMenuItem } from '../../../../ui/page/menu/ActionMenu.tsx'
import { LazyAddEntryDialog } from '../../../schedule/waiting-list/waiting-list.ts'
import type { RecordAction } from './state.ts'

const SendFormDialog = lazyNamed(() => import('../../../care/form/form.ts'), 'SendFormDialog')
const RecordActionDialog = lazyNamed(() => import('./RecordActionDialog.tsx'), 'RecordActionDialog')

const stateIcons = { activate: IconUserCheck, pause: IconPlayerPause, resume: IconPlayerPlay, undoJoin: IconUserMinus }

type Props = { client: Client; name: string; onEdit: (() => void) | null }

/** The menu in the header of a client record. For an inactive client, the menu offers neither forms nor the waiting list. */
export function ProfileMenu({ client, name, onEdit }: Props) {
  const { t } = useTranslation(['clientOverview', 'record'])
  const [open, setOpen] = useState<RecordAction | 'form' | 'waiting' | null>(null)
  const close = () => setOpen(null)
  const acts = (['activate', 'pause', 'resume', 'undoJoin'] as const).filter((act) => client.may[act])
  const items: ActionMenuItem[] = [
    ...(onEdit ? [{ label: t('edit'), icon: IconPencil, onClick: onEdit }] : []),
    ...(client.status !== 'inactive'
      ? [
          { label: t('sendForm'), icon: IconSend, onClick: () => setOpen('form') },
          { label: t('addToWaitingList'), icon: IconClockPlus, onClick: () => setOpen('waiting') },
        ]
      : []),
    ...acts.map((act) => ({ label: t(`record:state.${act}`), icon: stateIcons[act], onClick: () => setOpen(act) })),
  ]
  return (
    <>
      <ActionMenu label={t('more')} items={items} />
      {open === 'form' && <SendFormDialog client={{ id: client.id, name: client.firstName }} onClose={close} />}
      {open === 'waiting' && <LazyAddEntryDialog of={{ id: client.id, name }} onClose={close} />}
      {open && open !== 'form' && open !== 'waiting' && (
        <RecordActionDialog client={client} act={open} onClose={close} />
      )}
    </>
  )
}

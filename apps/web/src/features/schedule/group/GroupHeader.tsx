import type { ClientGroup } from '@attune/contract/features/schedule/group/group'
import { Button } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconMessage, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { ActionMenu } from '../../../ui/page/menu/ActionMenu.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import type { GroupPageParts } from './GroupPage.tsx'
import { membersAround, useToday } from './group-members.ts'
import { ScheduleGroupButton } from './ScheduleGroupButton.tsx'
import { useArchiveGroup } from './use-groups.ts'

const GroupDialog = lazyNamed(() => import('./GroupDialog.tsx'), 'GroupDialog')

type Props = { group: ClientGroup } & Pick<GroupPageParts, 'ScheduleDialog' | 'MessageDialog'>

/** The name of a group and its facts, with the buttons that schedule a session, write to everyone, edit and archive. */
export function GroupHeader({ group, ScheduleDialog, MessageDialog }: Props) {
  const { t } = useTranslation('group')
  const { id, isArchived } = group
  const [open, setOpen] = useState<'edit' | 'message' | null>(null)
  const archive = useArchiveGroup()
  const { present } = membersAround(group, useToday())
  const written = present.filter(({ hasAccount }) => hasAccount).map(({ clientId }) => clientId)
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader
        title={group.name}
        facts={<GroupFacts group={group} count={present.length} />}
        menu={
          <ActionMenu
            label={t('menu')}
            items={[
              { label: t('edit'), icon: IconPencil, onClick: () => setOpen('edit') },
              isArchived
                ? { label: t('restore'), icon: IconArchiveOff, onClick: () => archive({ id, isArchived: false }) }
                : { label: t('archive'), icon: IconArchive, onClick: () => archive({ id, isArchived: true }) },
            ]}
          />
        }
        actions={
          <>
            {written.length > 0 && (
              <Button
                variant="default"
                leftSection={<IconMessage size={18} aria-hidden />}
                onClick={() => setOpen('message')}
              >
                {t('message')}
              </Button>
            )}
            <ScheduleGroupButton group={group} ScheduleDialog={ScheduleDialog} />
          </>
        }
      />
      {open === 'edit' && <GroupDialog group={group} onClose={close} />}
      {open === 'message' && <MessageDialog of={{ id, clientIds: written }} onClose={close} />}
    </>
  )
}

function GroupFacts({ group, count }: { group: ClientGroup; count: number }) {
  const { t } = useTranslation('group')
  return (
    <MetaList>
      {group.isArchived && t('archivedMark')}
      {t(`type.${group.type}`)}
      {t('count', { count, most: group.memberLimit })}
      {group.sharesName && t('nameShared')}
    </MetaList>
  )
}

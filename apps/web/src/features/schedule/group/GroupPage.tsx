import type { GroupId } from '@attune/contract/common/ids'
import type { ClientGroup } from '@attune/contract/features/schedule/group/group'
import { IconArchive, IconArchiveOff, IconPencil, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { LoadedById } from '../../../ui/page/loading/LoadedById.tsx'
import { ActionMenu } from '../../../ui/page/menu/ActionMenu.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import classes from './group.module.css'
import { GroupMembers } from './GroupMembers.tsx'
import type { MemberSelectType } from './MemberDialogs.tsx'
import { membersAround, useToday } from './group-members.ts'
import { useArchiveGroup, useClientGroup } from './use-groups.ts'

const GroupDialog = lazyNamed(() => import('./GroupDialog.tsx'), 'GroupDialog')

type Props = { groupId: GroupId; ClientSelect: MemberSelectType }

/** The page of one couple, family or group. The route passes `ClientSelect`, because it belongs to another feature. */
export function GroupPage({ groupId, ClientSelect }: Props) {
  const { t } = useTranslation(['group', 'sessionType', 'session'])
  const read = useClientGroup(groupId)
  return (
    <LoadedById
      read={read}
      title={t('type.group')}
      failed={t('failed')}
      again={t('again')}
      missing={{
        icon: IconUsersGroup,
        title: t('missingTitle'),
        text: t('missingText'),
        back: <ButtonLink to="/dashboard/therapist/clients/groups">{t('back')}</ButtonLink>,
      }}
    >
      {(group) => (
        <>
          <GroupHeader group={group} />
          <div className={classes.parts}>
            <GroupMembers group={group} ClientSelect={ClientSelect} />
          </div>
        </>
      )}
    </LoadedById>
  )
}

function GroupHeader({ group }: { group: ClientGroup }) {
  const { t } = useTranslation('group')
  const { id, isArchived, memberLimit, sharesName } = group
  const [editing, setEditing] = useState(false)
  const archive = useArchiveGroup()
  const { present } = membersAround(group, useToday())
  return (
    <>
      <PageHeader
        title={group.name}
        facts={
          <MetaList>
            {isArchived && t('archivedMark')}
            {t(`type.${group.type}`)}
            {t('count', { count: present.length, most: memberLimit })}
            {sharesName && t('nameShared')}
          </MetaList>
        }
        menu={
          <ActionMenu
            label={t('menu')}
            items={[
              { label: t('edit'), icon: IconPencil, onClick: () => setEditing(true) },
              isArchived
                ? { label: t('restore'), icon: IconArchiveOff, onClick: () => archive({ id, isArchived: false }) }
                : { label: t('archive'), icon: IconArchive, onClick: () => archive({ id, isArchived: true }) },
            ]}
          />
        }
      />
      {editing && <GroupDialog group={group} onClose={() => setEditing(false)} />}
    </>
  )
}

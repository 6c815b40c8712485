import type { ClientGroup } from '@attune/contract/features/schedule/group/group'
import { Button } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { currentLanguage } from '../../../platform/settings/language.ts'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { PersonAvatar } from '../../../ui/page/row/PersonAvatar.tsx'
import rowLink from '../../../ui/page/row/RowLink.module.css'
import { Card, Section } from '../../../ui/page/Section.tsx'
import classes from './group.module.css'
import type { ClientMultiSelectType } from './GroupDialog.tsx'
import { memberName, membersAround, useToday } from './group-members.ts'
import { useGroups } from './use-groups.ts'

const GroupDialog = lazyNamed(() => import('./GroupDialog.tsx'), 'GroupDialog')

type Props = { ClientMultiSelect: ClientMultiSelectType }

/** Lists the therapist's couples, families and groups. The route passes `ClientMultiSelect`, because it belongs to another feature. */
export function GroupsPage({ ClientMultiSelect }: Props) {
  const { t } = useTranslation(['group', 'sessionType', 'session', 'sessionNew'])
  const navigate = useNavigate()
  const read = useGroups()
  const [adding, setAdding] = useState(false)
  const items = read.data?.items ?? []
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      {t('new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} facts={t('facts')} actions={items.length > 0 && add} />
      <Query
        of={read}
        pending={
          <Card>
            <RowSkeletons rows={4} />
          </Card>
        }
        failed={t('failed')}
        again={t('again')}
        card
        empty={
          items.length === 0 && (
            <Card>
              <EmptyState icon={IconUsersGroup} title={t('emptyTitle')} text={t('emptyText')}>
                {add}
              </EmptyState>
            </Card>
          )
        }
      >
        {({ items: groups }) => <Lists groups={groups} />}
      </Query>
      {adding && (
        <GroupDialog
          ClientMultiSelect={ClientMultiSelect}
          onClose={() => setAdding(false)}
          onSaved={({ id }) =>
            void navigate({ to: '/dashboard/therapist/clients/groups/$groupId', params: { groupId: id } })
          }
        />
      )}
    </>
  )
}

function Lists({ groups }: { groups: ClientGroup[] }) {
  const { t } = useTranslation('group')
  const archived = groups.filter(({ isArchived }) => isArchived)
  const current = groups.filter(({ isArchived }) => !isArchived)
  return (
    <div className={classes.parts}>
      {current.length > 0 && (
        <Card>
          <GroupRows groups={current} />
        </Card>
      )}
      {archived.length > 0 && (
        <Section title={t('archivedTitle')} hint={t('archivedHint')} count={archived.length} rows>
          <GroupRows groups={archived} />
        </Section>
      )}
    </div>
  )
}

const GroupRows = ({ groups }: { groups: ClientGroup[] }) => (
  <ul className={classes.list}>
    {groups.map((group) => (
      <GroupRow key={group.id} group={group} />
    ))}
  </ul>
)

function GroupRow({ group }: { group: ClientGroup }) {
  const { t } = useTranslation('group')
  const { present } = membersAround(group, useToday())
  const names = new Intl.ListFormat(currentLanguage()).format(present.map(memberName))
  return (
    <li className={classes.row}>
      <PersonAvatar personId={group.id} name={group.name} several />
      <div className={classes.texts}>
        <Link
          className={rowLink.whole}
          to="/dashboard/therapist/clients/groups/$groupId"
          params={{ groupId: group.id }}
        >
          {group.name}
        </Link>
        <MetaList>
          {t(`type.${group.type}`)}
          {t('count', { count: present.length, most: group.memberLimit })}
        </MetaList>
        <span className={classes.names}>{names || t('noMembers')}</span>
      </div>
    </li>
  )
}

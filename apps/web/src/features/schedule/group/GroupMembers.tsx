import type { ClientGroup, GroupMember } from '@attune/contract/features/schedule/group/group'
import { mostMembersFrom } from '@attune/contract/features/schedule/group/group.rules'
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconUserMinus, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { AddButton } from '../../../ui/list/AddButton.tsx'
import { dateText } from '../../../ui/page/date-text.ts'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { PersonAvatar } from '../../../ui/page/row/PersonAvatar.tsx'
import rowLink from '../../../ui/page/row/RowLink.module.css'
import { Section } from '../../../ui/page/Section.tsx'
import classes from './group.module.css'
import { memberName, membersAround, useToday } from './group-members.ts'
import type { MemberSelectType } from './MemberDialogs.tsx'

const AddMemberDialog = lazyNamed(() => import('./MemberDialogs.tsx'), 'AddMemberDialog')
const RemoveMemberDialog = lazyNamed(() => import('./MemberDialogs.tsx'), 'RemoveMemberDialog')

type Props = { group: ClientGroup; ClientSelect: MemberSelectType }

/** The members of a group with the days on which they joined and left, and the controls to add and remove members. */
export function GroupMembers({ group, ClientSelect }: Props) {
  const { t } = useTranslation('group')
  const today = useToday()
  const { present, former } = membersAround(group, today)
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<GroupMember | null>(null)
  const isFull = mostMembersFrom(present, today) >= group.memberLimit
  const add = () => setAdding(true)
  return (
    <Section
      title={t('members.title')}
      count={present.length}
      hint={isFull && t(group.type === 'couple' ? 'members.fullCouple' : 'members.full')}
      action={present.length > 0 && !isFull && <AddButton onClick={add}>{t('members.add')}</AddButton>}
      rows={present.length + former.length > 0}
    >
      {present.length === 0 && (
        <EmptyState icon={IconUsers} level="h3" title={t('members.empty')} text={t('members.emptyText')}>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            {t('members.add')}
          </Button>
        </EmptyState>
      )}
      <ul className={classes.list}>
        {present.map((member) => (
          <MemberRow key={member.id} member={member} onRemove={() => setLeaving(member)} />
        ))}
      </ul>
      {former.length > 0 && <FormerMembers members={former} />}
      {adding && <AddMemberDialog group={group} ClientSelect={ClientSelect} onClose={() => setAdding(false)} />}
      {leaving && <RemoveMemberDialog groupId={group.id} member={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  )
}

function FormerMembers({ members }: { members: GroupMember[] }) {
  const { t } = useTranslation('group')
  return (
    <>
      <h3 className={classes.former}>{t('members.former')}</h3>
      <ul className={classes.list}>
        {members.map((member) => (
          <MemberRow key={member.id} member={member} />
        ))}
      </ul>
    </>
  )
}

function MemberRow({ member, onRemove }: { member: GroupMember; onRemove?: () => void }) {
  const { t } = useTranslation('group')
  const name = memberName(member)
  const days = useDaysText(member)
  return (
    <li className={classes.row}>
      <PersonAvatar personId={member.personId} name={name} url={member.avatarUrl} size={32} />
      <div className={classes.texts}>
        <Link
          className={rowLink.link}
          to="/dashboard/therapist/clients/$clientId/client-profile"
          params={{ clientId: member.clientId }}
        >
          {name}
        </Link>
        <span className={classes.names}>{days}</span>
      </div>
      {onRemove && member.leftOn === null && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('members.remove', { name })}
          onClick={onRemove}
        >
          <IconUserMinus size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}

function useDaysText({ joinedOn, leftOn }: GroupMember): string {
  const { t } = useTranslation('group')
  const { language } = useLocale()
  const today = useToday()
  const day = dateText(joinedOn, language)
  if (leftOn === null) return t(joinedOn > today ? 'members.from' : 'members.since', { day })
  const until = dateText(leftOn, language)
  return leftOn > today ? t('members.until', { day: until }) : t('members.between', { from: day, to: until })
}

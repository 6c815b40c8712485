import '../../../ui/styles-overlay.ts'
import type { ClientId, GroupId, SessionId } from '@attune/contract/common/ids'
import type { ClientGroup, GroupMember } from '@attune/contract/features/schedule/group/group'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { Checkbox, Switch, Text } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import { momentText } from '../../../ui/page/date-text.ts'
import classes from './group.module.css'
import { memberName, useToday } from './group-members.ts'
import { MemberNotesNotice } from './MemberNotesNotice.tsx'
import { useMemberNotes, usePlannedGroupSessions } from './use-group-sessions.ts'
import { useGroupForm } from './use-groups.ts'

type PickedClient = { id: ClientId; name: string }
export type MemberSelectType = ComponentType<{
  value: PickedClient | null
  onChange: (picked: PickedClient | null) => void
  error?: string
}>

/** The maximum number of sessions to which a new member is invited at once. */
const maxInvitedSessions = 100

type AddProps = { group: ClientGroup; ClientSelect: MemberSelectType; onClose: () => void }

/** Adds a client to a group from a day on, and invites the client to the planned sessions that the therapist confirms. */
export function AddMemberDialog({ group, ClientSelect, onClose }: AddProps) {
  const { t } = useTranslation('group')
  const [id] = useState(createId)
  const [client, setClient] = useState<PickedClient | null>(null)
  const [joinedOn, setJoinedOn] = useState(useToday())
  const [isChecked, setChecked] = useState(false)
  const [leftOut, setLeftOut] = useState<readonly SessionId[]>([])
  const planned = usePlannedGroupSessions(group.id, joinedOn)
  const offered = planned.filter(({ participants }) => !isIn(participants, client?.id)).slice(0, maxInvitedSessions)
  const sessionIds = offered.map((session) => session.id).filter((one) => !leftOut.includes(one))
  const adding = useGroupForm(api.group.addMember, t('done.added'), onClose)
  const submit = () => {
    setChecked(true)
    if (client && joinedOn) adding.mutate({ id, groupId: group.id, clientId: client.id, joinedOn, sessionIds })
  }
  return (
    <FormDialog
      title={t('add.title')}
      submit={t('add.submit')}
      back={t('form.cancel')}
      busy={adding.isPending}
      dirty={client !== null}
      problem={adding.problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <ClientSelect
        value={client}
        onChange={setClient}
        {...(isChecked && !client && { error: t('add.clientMissing') })}
      />
      <DateInput
        label={t('add.joinedOn')}
        description={t('add.joinedHint')}
        value={joinedOn}
        onChange={setJoinedOn}
        error={isChecked && !joinedOn && t('problem.day')}
      />
      {client && offered.length > 0 && <PlannedDates sessions={offered} leftOut={leftOut} onChange={setLeftOut} />}
    </FormDialog>
  )
}

const isIn = (participants: Session['participants'], clientId: ClientId | undefined) =>
  participants.some((one) => one.clientId === clientId && one.answer !== 'declined')

type DatesProps = {
  sessions: readonly Session[]
  leftOut: readonly SessionId[]
  onChange: (leftOut: SessionId[]) => void
}

/** Lists the planned sessions to which the new member is invited, and lets the therapist leave some of them out. */
function PlannedDates({ sessions, leftOut, onChange }: DatesProps) {
  const { t } = useTranslation('group')
  const locale = useLocale()
  const ids = sessions.map(({ id }) => id)
  return (
    <Checkbox.Group
      label={t('add.dates')}
      description={t('add.datesHint')}
      value={ids.filter((id) => !leftOut.includes(id))}
      onChange={(chosen) => onChange(ids.filter((id) => !chosen.includes(id)))}
    >
      <div className={classes.dates}>
        {sessions.map(({ id, startsAt }) => (
          <Checkbox key={id} value={id} label={momentText(startsAt, locale)} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

type RemoveProps = { groupId: GroupId; member: GroupMember; onClose: () => void }

/** Ends the membership of a client on a day. The client loses the planned sessions from that day on; the text about the client in notes is kept. */
export function RemoveMemberDialog({ groupId, member, onClose }: RemoveProps) {
  const { t } = useTranslation('group')
  const today = useToday()
  const [leftOn, setLeftOn] = useState(member.joinedOn > today ? member.joinedOn : today)
  const [isChecked, setChecked] = useState(false)
  const name = memberName(member)
  const [isLateCounted, setLateCounted] = useState(false)
  const planned = usePlannedGroupSessions(groupId, leftOn)
  const lost = planned.filter(({ participants }) => isIn(participants, member.clientId)).length
  const notes = useMemberNotes(member.id)
  const removing = useGroupForm(api.group.removeMember, t('done.removed'), onClose)
  const submit = () => {
    setChecked(true)
    if (leftOn) removing.mutate({ id: member.id, leftOn, isLateCounted })
  }
  return (
    <FormDialog
      danger
      title={t('remove.title', { name })}
      submit={t('remove.submit')}
      back={t('form.cancel')}
      busy={removing.isPending}
      disabled={notes.isPending}
      problem={removing.problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text size="sm">{t('remove.hint', { name: member.firstName || name })}</Text>
      <DateInput
        label={t('remove.leftOn', { name: member.firstName || name })}
        value={leftOn}
        onChange={setLeftOn}
        error={isChecked && !leftOn && t('problem.day')}
      />
      {lost > 0 && (
        <>
          <Callout kind="info">{t('remove.lost', { count: lost, name: member.firstName || name })}</Callout>
          <Switch
            label={t('remove.late')}
            description={t('remove.lateHint')}
            checked={isLateCounted}
            onChange={(event) => setLateCounted(event.currentTarget.checked)}
          />
        </>
      )}
      {notes.data && <MemberNotesNotice name={member.firstName || name} notes={notes.data} />}
    </FormDialog>
  )
}

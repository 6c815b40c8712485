import type { SessionId } from '@attune/contract/common/ids'
import { Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useStore } from '../../../../platform/create-store.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { DiscardDialog } from '../../../../ui/dialog/DiscardDialog.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { LazyAddWhereabouts } from '../../../care/note/note.ts'
import type { ActiveCall, CallRoomData } from '../active-call.ts'
import { usePersonName } from '../call-names.ts'
import { callRoomQuery, useReadCallRoom } from '../call-room.ts'
import type { Call } from '../engine/call.ts'
import type { OtherPerson } from '../engine/call-state.ts'
import { EmergencyContact } from './EmergencyContact.tsx'
import classes from './therapist.module.css'

type Client = CallRoomData['others'][number]

/**
 * Lists for the therapist all clients of the session, also those who are not in the call, and the guardians who are in it, each with the place where
 * they are and the emergency contact. A button removes a person who is in the call. The people who wait are in the notice.
 */
export function CallPeople({ active }: { active: ActiveCall }) {
  const { call } = active
  const room = useCurrentRoom(active)
  const { t } = useTranslation('callPage')
  const { others } = useStore(call.store)
  const personName = usePersonName()
  const [leaving, setLeaving] = useState<Client | null>(null)
  const { callId } = call.store.get().entry
  const remove = ({ personId, name }: Client) =>
    api.call.remove({ callId, personId }).catch(() => toast.error(t('remove.failed', { name })))
  return (
    <aside className={classes.people} aria-label={t('people.title')}>
      <h2 className={classes.head}>{t('people.title')}</h2>
      {others.length === 0 && <p className={classes.dim}>{t('people.none')}</p>}
      {room.others.map((client) => {
        const nameInCall = nameOf(others, client)
        return client.guardianOf === null || nameInCall !== null ? (
          <PersonInCall
            key={client.personId}
            sessionId={active.sessionId}
            client={{ ...client, name: personName(client) }}
            nameInCall={nameInCall}
            onRemove={() => setLeaving(client)}
          />
        ) : null
      })}
      <SharingSwitch call={call} />
      {leaving && (
        <DiscardDialog
          title={t('remove.title', { name: leaving.name })}
          text={t('remove.text', { name: leaving.name })}
          stay={t('remove.stay')}
          leave={t('remove.leave')}
          onStay={() => setLeaving(null)}
          onLeave={() => {
            setLeaving(null)
            void remove(leaving)
          }}
        />
      )}
    </aside>
  )
}

/**
 * Returns the current data of the call, because a client may come after the therapist has joined. Until they are loaded, returns the data from the
 * moment of joining.
 */
function useCurrentRoom(active: ActiveCall): CallRoomData {
  useSubscription('call_person', useReadCallRoom(active))
  return useQuery(callRoomQuery(active)).data ?? active.room
}

const nameOf = (others: readonly OtherPerson[], { personId }: Client) =>
  others.find(({ person }) => person === personId)?.name ?? null

type PersonProps = {
  sessionId: SessionId
  client: Client
  /** The name by which the others in the call know the client; null if the client is not there. */
  nameInCall: string | null
  onRemove: () => void
}

function PersonInCall({ sessionId, client, nameInCall, onRemove }: PersonProps) {
  const { t } = useTranslation('callPage')
  return (
    <section className={classes.person} aria-label={client.name}>
      <div className={classes.row}>
        <strong>{client.name}</strong>
        {nameInCall !== null && (
          <Button size="compact-sm" variant="default" onClick={onRemove}>
            {t('remove.button')}
          </Button>
        )}
      </div>
      {nameInCall !== null && !client.name.startsWith(nameInCall) && (
        <p className={classes.text}>{t('people.as', { name: nameInCall })}</p>
      )}
      {client.whereabouts && <p className={classes.text}>{t('people.where', { place: client.whereabouts })}</p>}
      {client.whereabouts && client.guardianOf === null && (
        <LazyAddWhereabouts sessionId={sessionId} clientId={client.clientId} place={client.whereabouts} />
      )}
      <EmergencyContact clientId={client.clientId} />
    </section>
  )
}

/**
 * Lets the therapist decide whether clients may share their screen. The switch moves at once, and then follows the state of the call, which is the
 * same on every page of the therapist.
 */
function SharingSwitch({ call }: { call: Call }) {
  const { t } = useTranslation('callPage')
  const { clientsShare, entry } = useStore(call.store)
  const [wanted, setWanted] = useState<boolean | null>(null)
  const isAllowed = wanted ?? clientsShare
  const allow = async (next: boolean) => {
    setWanted(next)
    try {
      await api.call.allowSharing({ callId: entry.callId, isAllowed: next })
    } catch {
      setWanted(null)
      toast.error(t('failed'))
    }
  }
  if (wanted === clientsShare) setWanted(null)
  return (
    <Switch
      label={t('people.share')}
      checked={isAllowed}
      onChange={({ currentTarget }) => void allow(currentTarget.checked)}
    />
  )
}

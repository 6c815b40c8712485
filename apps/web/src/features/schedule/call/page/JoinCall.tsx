import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { IconArrowLeft } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { DiscardDialog } from '../../../../ui/dialog/DiscardDialog.tsx'
import { activeCall, type CallRoomData } from '../active-call.ts'
import { joinCall } from '../active/join-call.ts'
import { BeforeCall, type CallAnswers } from '../before/BeforeCall.tsx'
import { OwnMedia } from '../engine/own-media.ts'
import { useWaitingClients } from '../therapist/waiting.ts'
import { useCallNames } from '../call-names.ts'
import classes from './call-page.module.css'
import { SessionLink } from './SessionLink.tsx'

const EmergencyCall = lazyNamed(() => import('../../../care/safety/safety.ts'), 'EmergencyCall')

type Props = { room: CallRoomData; sessionId: SessionId; viewer: ViewerRole; actingFor: ClientId | null }

const refusals = ['NOT_OPEN_YET', 'OVER', 'REMOVED', 'FULL', 'TOO_MANY_CALLS', 'NO_RELAY'] as const

/** The page before the call. If the person is in another call, joining this one requires a confirmation and leaves the other call. */
export function JoinCall({ room, sessionId, viewer, actingFor }: Props) {
  const { t } = useTranslation('callPage')
  const media = useOwnMedia()
  const [asked, setAsked] = useState<CallAnswers | null>(null)
  const nameOf = useCallNames()
  const waiting = useWaitingClients(viewer === 'therapist').filter((one) => one.sessionId === sessionId)
  const join = useJoin({ sessionId, actingFor, room, media })
  const onJoin = (answers: CallAnswers) =>
    activeCall.get()?.endedAt === null ? setAsked(answers) : join.mutate(answers)
  const other = activeCall.get()
  const isClient = viewer === 'client'
  const presence = usePresence(waiting)
  return (
    <div className={classes.content}>
      <BackToSession {...{ sessionId, viewer, actingFor }} />
      <BeforeCall
        name={nameOf(room, viewer)}
        media={media}
        isThere={isClient ? room.therapistIsThere : waiting.length > 0}
        presence={room.others.length > 1 ? presence : undefined}
        asksWhereabouts={isClient && room.asksWhereabouts}
        asksCallName={isClient && room.asksCallName}
        guardianOf={room.guardianOf}
        emergency={isClient && <EmergencyCall when="danger" />}
        isJoining={join.isPending}
        refusal={useRefusal(join.error)}
        onJoin={onJoin}
      />
      {asked && (
        <DiscardDialog
          title={t('second.title')}
          text={t('second.text', { name: other ? nameOf(other.room, viewer) : '' })}
          stay={t('second.stay')}
          leave={t('second.leave')}
          onStay={() => setAsked(null)}
          onLeave={() => {
            setAsked(null)
            join.mutate(asked)
          }}
        />
      )}
    </div>
  )
}

/** Camera and microphone of this page, until it is left or a call uses them. */
function useOwnMedia(): OwnMedia {
  const [media] = useState(() => new OwnMedia())
  useEffect(() => () => closeUnused(media), [media])
  return media
}

function BackToSession(props: Omit<Props, 'room'>) {
  const { t } = useTranslation('callPage')
  return (
    <SessionLink {...props} variant="subtle" leftSection={<IconArrowLeft size={18} aria-hidden />}>
      {t('toSession')}
    </SessionLink>
  )
}

/** Returns a text with the names of the people who wait for the call, or another text if no one waits. */
function usePresence(waiting: readonly { name: string }[]): string {
  const { t, i18n } = useTranslation('callPage')
  if (waiting.length === 0) return t('people.none')
  const names = new Intl.ListFormat(i18n.resolvedLanguage).format(waiting.map(({ name }) => name))
  return t('people.waiting', { names })
}

function useJoin(joining: Omit<Parameters<typeof joinCall>[0], 'answers' | 'signal'>) {
  const left = useLeftSignal()
  return useMutation({ mutationFn: (answers: CallAnswers) => joinCall({ ...joining, answers, signal: left() }) })
}

/** Returns a function that returns a signal, which is aborted when the person leaves this page. */
function useLeftSignal(): () => AbortSignal {
  const current = useRef<AbortController | null>(null)
  useEffect(() => {
    const left = new AbortController()
    current.current = left
    return () => left.abort()
  }, [])
  return () => current.current?.signal ?? AbortSignal.abort()
}

/** Returns a text with the reason why joining failed; undefined without an error. */
function useRefusal(error: unknown): string | undefined {
  const { t } = useTranslation('callPage')
  const message = useErrorMessage()
  const known = refusals.find((code) => code === errorCode(error))
  return error ? (known ? t(`refused.${known}`) : (message(error) ?? undefined)) : undefined
}

/** Closes camera and microphone unless a call uses them now. */
function closeUnused(media: OwnMedia) {
  if (activeCall.get()?.call.media !== media) media.close()
}

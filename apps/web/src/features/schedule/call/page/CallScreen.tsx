import { isCallOpen } from '@attune/contract/features/schedule/call/call.rules'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconMessage, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { DiscardDialog } from '../../../../ui/dialog/DiscardDialog.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useClockOffset } from '../../../../platform/realtime/use-clock-offset.ts'
import { leaveActiveCall, type ActiveCall } from '../active-call.ts'
import { BlockedSound } from '../active/BlockedSound.tsx'
import { useCallNames } from '../call-names.ts'
import { CallPeople } from '../therapist/CallPeople.tsx'
import { CallView } from '../view/CallView.tsx'
import { CallInstead } from './CallInstead.tsx'
import { useServerNow } from '../../../../ui/page/use-now.ts'
import classes from './call-page.module.css'
import { MovedNotice, useCallTimes } from './MovedNotice.tsx'
import { SessionLink } from './SessionLink.tsx'

type Props = { active: ActiveCall; viewer: ViewerRole }

/** The call on the whole screen. The therapist sees the people of the call beside it. The call continues while other pages are open. */
export function CallScreen({ active, viewer }: Props) {
  const { t } = useTranslation('callPage')
  const nameOf = useCallNames()
  const now = useServerNow()
  const offset = useClockOffset()
  const { call, room, sound } = active
  const times = useCallTimes(active)
  const [isEnding, setIsEnding] = useState(false)
  const [showsPeople, setShowsPeople] = useState(true)
  const isTherapist = viewer === 'therapist'
  return (
    <div className={classes.screen}>
      <CallBar
        {...{ active, viewer, showsPeople }}
        onTogglePeople={isTherapist ? () => setShowsPeople(!showsPeople) : undefined}
      />
      <CallInstead active={active} viewer={viewer} />
      <BlockedSound sound={sound} />
      <MovedNotice active={active} times={times} />
      <div className={classes.parts}>
        <CallView
          call={call}
          name={nameOf(room, viewer)}
          empty={room.others.length > 1 ? t('people.none') : undefined}
          endsAt={isCallOpen(times, now) ? onThisClock(times.endsAt, offset) : null}
          onSpeaker={(id) => sound.choose(id)}
          onLeave={leaveActiveCall}
          {...(isTherapist && { onEndForAll: () => setIsEnding(true) })}
        />
        {isTherapist && showsPeople && <CallPeople active={active} />}
      </div>
      {isEnding && (
        <DiscardDialog
          title={t('endAll.title')}
          text={t('endAll.text')}
          stay={t('endAll.stay')}
          leave={t('endAll.leave')}
          onStay={() => setIsEnding(false)}
          onLeave={() => {
            setIsEnding(false)
            api.call.end({ callId: call.store.get().entry.callId }).catch(() => toast.error(t('failed')))
          }}
        />
      )}
    </div>
  )
}

/** Converts a moment of the server's clock to the clock of this device, so that the time left is right on a device whose clock is wrong. */
const onThisClock = (moment: string, offset: number) => new Date(Date.parse(moment) - offset).toISOString()

/** The links to other pages, on which the call continues in a small window. */
function CallBar({
  active,
  viewer,
  showsPeople,
  onTogglePeople,
}: Props & { showsPeople: boolean; onTogglePeople: (() => void) | undefined }) {
  const { t } = useTranslation('callPage')
  return (
    <nav className={classes.bar} aria-label={t('title')}>
      <SessionLink
        sessionId={active.sessionId}
        viewer={viewer}
        actingFor={active.actingFor}
        variant="subtle"
        leftSection={<IconArrowLeft size={18} aria-hidden />}
      >
        {t('toSession')}
      </SessionLink>
      <ButtonLink
        variant="subtle"
        to="/dashboard/$userType/messages"
        params={{ userType: viewer }}
        search={active.room.conversationId === null ? {} : { conversation: active.room.conversationId }}
        leftSection={<IconMessage size={18} aria-hidden />}
      >
        {t('messages')}
      </ButtonLink>
      {onTogglePeople && (
        <Button
          variant="subtle"
          aria-expanded={showsPeople}
          leftSection={<IconUsers size={18} aria-hidden />}
          onClick={onTogglePeople}
        >
          {t(showsPeople ? 'people.hide' : 'people.show')}
        </Button>
      )}
    </nav>
  )
}

import { callSearch } from '@attune/contract/features/schedule/call/call.rules'
import { Button } from '@mantine/core'
import { IconGripHorizontal, IconMicrophone, IconMicrophoneOff, IconPhoneOff, IconVideo } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../platform/create-store.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { useCallNames } from '../call-names.ts'
import { callEndOf } from '../page/call-end.ts'
import { CallPicture } from '../view/CallPicture.tsx'
import { activeCall, leaveActiveCall, type ActiveCall } from '../active-call.ts'
import { BlockedSound } from './BlockedSound.tsx'
import classes from './small-call.module.css'
import { useMovable } from './use-movable.ts'

/** The call beside another page: a small window that can be moved. */
export function SmallCall({ active }: { active: ActiveCall }) {
  const { t } = useTranslation('callPage')
  const nameOf = useCallNames()
  const { element, handle, style } = useMovable<HTMLElement>()
  const viewer = active.call.store.get().entry.isTherapist ? 'therapist' : 'client'
  const name = nameOf(active.room, viewer)
  return (
    <section ref={element} className={classes.window} style={style} aria-label={t('small.title', { name })}>
      <button type="button" className={classes.handle} aria-label={t('small.move')} {...handle}>
        <IconGripHorizontal size={18} aria-hidden />
      </button>
      {active.endedAt === null ? (
        <Running active={active} name={name} />
      ) : (
        <Ended active={active} kind={callEndOf(active, viewer).kind} />
      )}
    </section>
  )
}

function Running({ active: { call, sessionId, actingFor, sound }, name }: { active: ActiveCall; name: string }) {
  const { t } = useTranslation(['callPage', 'call'])
  const { others } = useStore(call.store)
  const { isMuted } = useStore(call.media.store)
  const shown = others.find(({ media, isPaused }) => (media.camera || media.screen) && !isPaused) ?? others[0]
  const Microphone = isMuted ? IconMicrophoneOff : IconMicrophone
  return (
    <>
      <div className={classes.picture}>
        {shown?.stream ? <CallPicture label={shown.name} source={shown.stream} /> : name}
      </div>
      <BlockedSound sound={sound} />
      <div className={classes.acts}>
        <ButtonLink
          to="/call/$sessionId"
          params={{ sessionId }}
          search={callSearch(actingFor)}
          leftSection={<IconVideo size={18} aria-hidden />}
        >
          {t('small.back')}
        </ButtonLink>
        <Button
          variant="default"
          aria-pressed={isMuted}
          aria-label={t('call:mute')}
          title={t('call:mute')}
          onClick={() => call.media.mute(!isMuted)}
        >
          <Microphone size={18} aria-hidden />
        </Button>
        <Button
          className={classes.danger}
          aria-label={t('call:leave')}
          title={t('call:leave')}
          onClick={leaveActiveCall}
        >
          <IconPhoneOff size={18} aria-hidden />
        </Button>
      </div>
    </>
  )
}

/** Says that a call ended while another page was open. Renders nothing if the person left the call. */
function Ended({ active, kind }: { active: ActiveCall; kind: ReturnType<typeof callEndOf>['kind'] }) {
  const { t } = useTranslation('callPage')
  useEffect(() => {
    if (kind === 'left') activeCall.set(null)
  }, [kind])
  if (kind === 'left') return null
  return (
    <div className={classes.ended} role="status">
      <strong>{t(`end.${kind}.title`)}</strong>
      <div className={classes.acts}>
        <ButtonLink
          variant="default"
          to="/call/$sessionId"
          params={{ sessionId: active.sessionId }}
          search={callSearch(active.actingFor)}
        >
          {t('small.open')}
        </ButtonLink>
        <Button variant="subtle" onClick={() => activeCall.set(null)}>
          {t('small.close')}
        </Button>
      </div>
    </div>
  )
}

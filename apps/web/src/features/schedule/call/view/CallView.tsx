import { IconMicrophoneOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../platform/create-store.ts'
import { DialogHost } from '../../../../ui/dialog/dialog-host.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import { useMovable } from '../active/use-movable.ts'
import classes from '../call.module.css'
import type { Call } from '../engine/call.ts'
import type { OtherPerson } from '../engine/call-state.ts'
import { CallControls } from './CallControls.tsx'
import { CallNotices } from './CallNotices.tsx'
import { CallPicture } from './CallPicture.tsx'
import { minutesLeft } from './time-left.ts'

type Props = {
  call: Call
  /** The name of the person whom the call is with, for the time before they are there. */
  name: string
  endsAt: string
  /** Called with the id of the loudspeaker that the person has chosen. */
  onSpeaker: (id: string) => void
  onLeave: () => void
  onEndForAll?: () => void
}

/** The screen of a call: waiting to be let in, then the others large and the own picture small. */
export function CallView({ call, name, endsAt, onSpeaker, onLeave, onEndForAll }: Props) {
  const { t } = useTranslation('call')
  const state = useStore(call.store)
  const own = useStore(call.media.store)
  const stage = useRef<HTMLElement>(null)
  const fullScreen = useFullScreen()
  const left = minutesLeft(endsAt, useNow())
  return (
    <section ref={stage} className={classes.call} aria-label={t('before.title', { name })}>
      <CallNotices state={state} own={own} />
      <div className={classes.stage}>
        {state.others.length === 0 ? (
          <p className={classes.off}>{waitingText()}</p>
        ) : (
          state.others.map((other) => <Other key={other.peer} other={other} />)
        )}
        <OwnSmall call={call} />
      </div>
      <p className={classes.dim}>{left > 0 ? t('minutesLeft', { count: left }) : t('timeOver')}</p>
      {/* Dialogs appear within the part that fills the screen, because the rest of the page is hidden then. */}
      <DialogHost value={fullScreen}>
        <CallControls call={call} stage={stage} {...{ onSpeaker, onLeave, onEndForAll }} />
      </DialogHost>
    </section>
  )

  function waitingText() {
    if (state.phase === 'waiting') return t(state.isAskedToWait ? 'waiting.later' : 'waiting.title', { name })
    return state.phase === 'inCall' ? t('before.notThere', { name }) : t('waiting.opening')
  }
}

/** The element that fills the screen, if there is one. */
function useFullScreen(): HTMLElement | null {
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const read = () => setElement(document.fullscreenElement as HTMLElement | null)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [])
  return element
}

function Other({ other }: { other: OtherPerson }) {
  const { t } = useTranslation('call')
  const { name, media, stream } = other
  const hasPicture = (media.camera || media.screen) && !other.isPaused
  return (
    <div className={classes.person} data-speaking={other.isSpeaking || undefined}>
      {/* The sound comes from elements outside the page, so that it goes on when the page changes. */}
      <CallPicture label={name} source={stream} isSilent />
      {!hasPicture && <p className={classes.off}>{t('otherCameraOff', { name })}</p>}
      <span className={classes.name}>
        {!media.microphone && <IconMicrophoneOff size={16} role="img" aria-label={t('otherMuted')} />}
        {name}
      </span>
    </div>
  )
}

function OwnSmall({ call }: { call: Call }) {
  const { t } = useTranslation('call')
  const { camera, screen } = useStore(call.media.store)
  const { element, handle, style } = useMovable<HTMLDivElement>()
  const shown = screen ?? camera
  if (!shown) return null
  const isMirrored = !screen && camera?.getSettings?.().facingMode !== 'environment'
  return (
    <div ref={element} className={classes.own} style={style}>
      <CallPicture label={t(screen ? 'ownScreen' : 'own')} source={shown} isOwn={isMirrored} isSilent />
      <button type="button" className={classes.mover} aria-label={t('moveOwn')} {...handle} />
    </div>
  )
}

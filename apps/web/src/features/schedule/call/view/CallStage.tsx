import { IconMicrophoneOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../platform/create-store.ts'
import { useMovable } from '../active/use-movable.ts'
import { isMirroredCamera } from '../engine/devices.ts'
import type { Call } from '../engine/call.ts'
import type { OtherPerson } from '../engine/call-state.ts'
import { CallPicture } from './CallPicture.tsx'
import { hidesOwnPicture } from './own-picture.ts'
import classes from './stage.module.css'

/**
 * The pictures of a call. With one other person, that person's picture is large, and the viewer's own picture is small in a corner of it. With
 * several other people, all pictures have the same size; a shared screen is large, and the pictures are below it.
 */
export function CallStage({ call, empty }: { call: Call; empty: string }) {
  const { others } = useStore(call.store)
  const isGroup = others.length > 1
  const hasOwnTile = useOwnPicture(call) !== null && isGroup
  const isSharing = isGroup && others.some(showsScreen)
  return (
    <div
      className={classes.stage}
      data-tiles={others.length + (hasOwnTile ? 1 : 0)}
      data-own={hasOwnTile || undefined}
      data-sharing={isSharing || undefined}
    >
      {others.length === 0 && <p className={classes.off}>{empty}</p>}
      {others.map((other) => (
        <Other key={other.peer} other={other} />
      ))}
      {hasOwnTile ? <OwnTile call={call} /> : <OwnSmall call={call} />}
    </div>
  )
}

const showsScreen = ({ media, isPaused }: OtherPerson) => media.screen && !isPaused

function Other({ other }: { other: OtherPerson }) {
  const { t } = useTranslation('call')
  const { name, media, stream } = other
  const isOn = media.camera || media.screen
  const missing = isOn ? 'weak.pausedOther' : 'otherCameraOff'
  return (
    <div
      className={classes.person}
      data-speaking={other.isSpeaking || undefined}
      data-screen={showsScreen(other) || undefined}
    >
      {/* The sound comes from elements outside the page, so that it goes on when the page changes. */}
      <CallPicture label={name} source={stream} />
      {(!isOn || other.isPaused) && <p className={classes.off}>{t(missing, { name })}</p>}
      <span className={classes.name}>
        {!media.microphone && <IconMicrophoneOff size={16} role="img" aria-label={t('otherMuted')} />}
        {name}
      </span>
    </div>
  )
}

function OwnTile({ call }: { call: Call }) {
  return (
    <div className={classes.person}>
      <OwnPicture call={call} />
    </div>
  )
}

function OwnSmall({ call }: { call: Call }) {
  const { t } = useTranslation('call')
  const { element, handle, style } = useMovable<HTMLDivElement>()
  if (!useOwnPicture(call)) return null
  return (
    <div ref={element} className={classes.own} style={style}>
      <OwnPicture call={call} />
      <button type="button" className={classes.mover} aria-label={t('moveOwn')} {...handle} />
    </div>
  )
}

/**
 * Returns the picture that the person sees of themselves: the screen that they share, otherwise the camera unless they have hidden it; null if there
 * is none.
 */
function useOwnPicture(call: Call): MediaStreamTrack | null {
  const { camera, screen } = useStore(call.media.store)
  const isHidden = useStore(hidesOwnPicture)
  return screen ?? (isHidden ? null : camera)
}

/** Shows the screen that the person shares, otherwise their camera, which is mirrored unless it is the back camera. */
function OwnPicture({ call }: { call: Call }) {
  const { t } = useTranslation('call')
  const { camera, screen } = useStore(call.media.store)
  const isMirrored = !screen && isMirroredCamera(camera)
  return <CallPicture label={t(screen ? 'ownScreen' : 'own')} source={screen ?? camera} isMirrored={isMirrored} />
}

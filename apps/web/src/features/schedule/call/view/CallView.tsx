import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../platform/create-store.ts'
import { DialogHost } from '../../../../ui/dialog/dialog-host.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import classes from '../call.module.css'
import type { Call } from '../engine/call.ts'
import { CallControls } from './CallControls.tsx'
import { CallNotices } from './CallNotices.tsx'
import { CallStage } from './CallStage.tsx'
import { minutesLeft } from './time-left.ts'

type Props = {
  call: Call
  /** The name of the other person, for the label of the call and the text shown until they are there. */
  name: string
  /** The text shown until one of several other people is there. */
  empty?: string | undefined
  /** The planned end; null if the session was moved to a time at which its call is not open now. */
  endsAt: string | null
  /** Called with the id of the loudspeaker that the person has chosen. */
  onSpeaker: (id: string) => void
  onLeave: () => void
  onEndForAll?: () => void
}

/** The screen of a call: a text until the person is admitted, then the pictures of the call, with the controls below. */
export function CallView({ call, name, empty, endsAt, onSpeaker, onLeave, onEndForAll }: Props) {
  const { t } = useTranslation('call')
  const state = useStore(call.store)
  const own = useStore(call.media.store)
  const stage = useRef<HTMLElement>(null)
  const fullScreen = useFullScreen()
  const now = useNow()
  const left = endsAt === null ? null : minutesLeft(endsAt, now)
  return (
    <section ref={stage} className={classes.call} aria-label={t('before.title', { name })}>
      <CallNotices state={state} own={own} />
      <CallStage call={call} empty={waitingText()} />
      <p className={classes.dim}>{left !== null && (left > 0 ? t('minutesLeft', { count: left }) : t('timeOver'))}</p>
      {/* Dialogs appear within the part that fills the screen, because the rest of the page is hidden then. */}
      <DialogHost value={fullScreen}>
        <CallControls call={call} stage={stage} {...{ onSpeaker, onLeave, onEndForAll }} />
      </DialogHost>
    </section>
  )

  function waitingText() {
    if (state.phase === 'waiting') return t(state.isAskedToWait ? 'waiting.later' : 'waiting.title', { name })
    return state.phase === 'inCall' ? (empty ?? t('before.notThere', { name })) : t('waiting.opening')
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

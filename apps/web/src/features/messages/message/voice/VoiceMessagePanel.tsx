import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { UnsavedChangesGuard } from '../../../../ui/dialog/UnsavedChangesGuard.tsx'
import type { Uploads } from '../../../care/file/file.ts'
import { RecordedVoice } from './RecordedVoice.tsx'
import { RecordingControls } from './RecordingControls.tsx'
import { RecordingProblem } from './RecordingProblem.tsx'
import { useVoiceRecorder, type VoiceDraft } from './use-voice-recorder.ts'
import classes from './voice.module.css'
import { formatSeconds } from '../../../../ui/page/date-text.ts'

const DiscardDialog = lazyNamed(() => import('../../../../ui/dialog/DiscardDialog.tsx'), 'DiscardDialog')

type Props = {
  uploads: Uploads
  onChange: (voice: VoiceDraft) => void
  onClose: () => void
}

/**
 * Records a voice message. Shows the level and the time, and lets the person pause the recording and play it before it is sent. Asks before it
 * discards a recording. Without a microphone, explains the reason and offers to choose a file.
 */
export function VoiceMessagePanel({ uploads, onChange, onClose }: Props) {
  const { t } = useTranslation('voiceMessage')
  const recorder = useVoiceRecorder(onChange)
  const [isAsking, setAsking] = useState(false)
  const { step, seconds } = recorder
  const panel = useFocusInPanel(step)
  const length = formatSeconds(step === 'done' ? recorder.recording.seconds : seconds)
  const discard = () => {
    recorder.pause()
    setAsking(true)
  }
  return (
    <div ref={panel} className={classes.panel} role="group" aria-label={t('title')}>
      {step === 'starting' && <p className={classes.dim}>{t('starting')}</p>}
      {step === 'recording' && <RecordingControls recorder={recorder} stream={recorder.stream} onDiscard={discard} />}
      {step === 'done' && <RecordedVoice recorded={recorder} onDiscard={discard} />}
      {step === 'failed' && (
        <RecordingProblem problem={recorder.problem} uploads={uploads} onAgain={recorder.again} onClose={onClose} />
      )}
      <span className={classes.said} role="status">
        {step === 'recording' && t(recorder.isPaused ? 'paused' : 'recording')}
        {step === 'done' && t('ready', { length })}
      </span>
      <UnsavedChangesGuard
        when={step === 'recording' || step === 'done'}
        title={t('leave.title')}
        text={t('leave.text')}
        stay={t('leave.stay')}
        leave={t('leave.leave')}
      />
      {isAsking && (
        <DiscardDialog
          title={t('discard.title')}
          text={t('discard.text', { length })}
          stay={t('discard.stay')}
          leave={t('discard.leave')}
          onStay={() => setAsking(false)}
          onLeave={onClose}
        />
      )}
    </div>
  )
}

/** Moves the focus to the first control of each step, unless the person is writing. */
function useFocusInPanel(step: string) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement instanceof HTMLTextAreaElement) return
    const first = panel.current?.querySelector<HTMLElement>('[data-first]') ?? panel.current?.querySelector('button')
    first?.focus()
  }, [step])
  return panel
}
